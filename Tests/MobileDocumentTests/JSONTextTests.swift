import Foundation
import MobileDocument
import Testing

/// JSON that is written directly says what Foundation's encoder says.
@Suite("JSON text")
struct JSONTextTests {
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    @Test(
        "a text is escaped as Foundation escapes it",
        arguments: ["", "plain", "a\"b\\c", "line\nbreak\ttab\r\u{8}\u{c}", "\u{0}\u{1}\u{1f}\u{7f}", "/slash", "ケリー 🚀 é", "\\u0041"])
    func escapes(_ value: String) throws {
        var text = JSONText()
        text.string(value)
        #expect(text.bytes == Array(try Self.encoder.encode(value)))
    }

    @Test("members, arrays and absent values are separated and nested as they must be")
    func structure() throws {
        struct Inner: Encodable { let a: Bool, b: Int?, c: String? }
        struct Outer: Encodable { let empty: [String], list: [Inner], name: String, texts: [String] }
        let outer = Outer(empty: [], list: [Inner(a: true, b: nil, c: "x"), Inner(a: false, b: -3, c: nil)], name: "n", texts: ["1", "2"])
        var text = JSONText()
        text.object { text in
            text.member("empty", outer.empty)
            text.name("list")
            text.array(outer.list) { text, inner in
                text.object {
                    $0.member("a", inner.a)
                    $0.member("b", inner.b)
                    $0.member("c", inner.c)
                }
            }
            text.member("name", outer.name)
            text.member("texts", outer.texts)
        }
        #expect(text.bytes == Array(try Self.encoder.encode(outer)))
    }

    @Test("bytes of every length have the base64url text that Foundation makes, from an array, a slice and a sequence of no memory")
    func base64URL() {
        let bytes = (0..<70).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        for count in 0...66 {
            let part = bytes[2..<2 + count]
            let expected = Data(part).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(Base64URL.encode(Array(part)) == expected)
            #expect(Base64URL.encode(part) == expected)
            #expect(Base64URL.encode(part.reversed().reversed() as ReversedCollection<ReversedCollection<ArraySlice<UInt8>>>) == expected)
            #expect(Base64URL.decode(expected) == Array(part))
        }
    }
}
