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
    ])
    func direct(value: CBORValue) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text = JSONText()
        text.array([value]) { ElementJSON($1).write(to: &$0) }
        #expect(String(decoding: text.bytes, as: UTF8.self) == String(decoding: try encoder.encode([ElementJSON(value)]), as: UTF8.self))
    }
}
