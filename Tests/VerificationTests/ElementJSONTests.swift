import CBOR
import DocumentTrust
import Foundation
import MobileDocument
import Testing

@Suite("Elements as JSON")
struct ElementJSONTests {
    @Test("Written directly, a value is what Foundation's encoder makes of it", arguments: [
        CBORValue.float(1), .float(-0.0), .float(1.5), .float(0.1), .float(1e16), .float(-3e300), .float(.nan), .float(.infinity),
        .unsigned(1 << 53), .unsigned(7), .negative(6), .text("a\u{1}\"/\\é"), .bytes([1, 2, 255]), .array([.null, .boolean(true)]),
        .tagged(1004, .text("2000-01-01")), .simple(99),
        .map([.init(key: .unsigned(1), value: .text("int")), .init(key: .text("a"), value: .null)]),
        .map([.init(key: .unsigned(1), value: .text("int")), .init(key: .text("1"), value: .text("text"))]),
    ])
    func direct(value: CBORValue) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text = JSONText()
        text.array([value]) { ElementJSON($1).write(to: &$0) }
        #expect(String(decoding: text.bytes, as: UTF8.self) == String(decoding: try encoder.encode([ElementJSON(value)]), as: UTF8.self))
    }

    @Test("A map whose keys would be one name in JSON is an array of pairs, and nothing of it is lost", arguments: [
        (CBORValue.unsigned(1), CBORValue.text("1"), #"[[1,"a"],["1","b"]]"#),
        (.bytes([1, 2, 255]), .text("AQL_"), #"[["AQL_","a"],["AQL_","b"]]"#),
        (.text("\u{E9}"), .text("e\u{301}"), "[[\"\u{E9}\",\"a\"],[\"e\u{301}\",\"b\"]]"),
        (.unsigned(1), .text("2"), #"{"1":"a","2":"b"}"#),
    ] as [(CBORValue, CBORValue, String)])
    func collision(first: CBORValue, second: CBORValue, expected: String) throws {
        var text = JSONText()
        ElementJSON(.map([.init(key: first, value: .text("a")), .init(key: second, value: .text("b"))])).write(to: &text)
        #expect(text.bytes == Array(expected.utf8))
    }
}
