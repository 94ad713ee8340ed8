import CBOR
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

    @Test("a text that was stored is the text again, with its long byte strings in their places")
    func stored() throws {
        let long = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var text = JSONText()
        text.array([long[..<1024], long[..<1023], long[...], long[..<0]]) { $0.base64URL($1) }
        let expected = "[" + [long.prefix(1024), long.prefix(1023), long[...], []].map { "\"\(Base64URL.encode($0))\"" }.joined(separator: ",") + "]"
        #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
        let stored = text.stored
        #expect(stored.count < text.bytes.count * 4 / 5)
        #expect(try JSONText(stored: stored).bytes == text.bytes)
        #expect(try JSONText(stored: JSONText().stored).bytes.isEmpty)
        for length in [0, 1, 2, 1100, stored.count - 1] { #expect(throws: CBORError.self) { try JSONText(stored: Array(stored[..<length])) } }
        #expect(throws: CBORError.self) { try JSONText(stored: stored + [0]) }
        // A place outside the text, and places that go back.
        for places: [UInt64] in [[3], [2, 1]] {
            var writer = CBORWriter()
            writer.array(1 + places.count * 2)
            writer.byteString([0x22, 0x22])
            for place in places {
                writer.unsigned(place)
                writer.byteString([1])
            }
            #expect(throws: CBORError.self) { try JSONText(stored: writer.bytes) }
        }
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
