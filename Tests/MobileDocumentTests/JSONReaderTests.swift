import Foundation
import MobileDocument
import Testing

/// The strict reader takes what Foundation's decoder takes, and nothing else.
@Suite("JSON reader")
struct JSONReaderTests {
    private func isJSON(_ text: some Sequence<UInt8>) -> Bool {
        var reader = JSONReader(Array(text))
        return (try? reader.skip()) != nil && (try? reader.finish()) != nil
    }

    @Test(
        "what is JSON is read",
        arguments: [
            "{}", "[]", " [ ] ", "\t{\"a\" : [1 , -2.5e+3,0, 0.1E-2] ,\r\n\"b\":{\"c\":null}}", "true", "false", "null", "-0", "1e5", "\"\"",
            "\"ケリー 🚀 \\\" \\u00e9 \\ud83d\\ude80 \\n\"", "\"0123456789abcdef0123456789\"",
        ])
    func good(_ text: String) throws {
        #expect(isJSON(text.utf8))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) }
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "{", "}", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "01", "+1", "1.", ".5", "1e", "-", "tru",
            "nulll", "True", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"a\nb\"", "\"0123456\u{1}\"", "\"0123456\u{0}89abcdef\"", "'a'",
            "[] []", "{}x", "[1 2]", "NaN",
        ])
    func bad(_ text: String) { #expect(!isJSON(text.utf8)) }

    @Test("text that is no UTF-8 is refused, wherever it stands in eight bytes")
    func encoding() {
        for before in 0..<9 {
            let text = Array("\"\(String(repeating: "a", count: before))".utf8)
            #expect(!isJSON(text + [0xFF] + Array("01234567\"".utf8)))
            #expect(isJSON(text + Array("é01234567\"".utf8)))
        }
        #expect(!isJSON([0xEF, 0xBB, 0xBF] + Array("{}".utf8)), "a byte order mark")
    }

    @Test("nesting is read to its bound and refused beyond it")
    func nesting() {
        func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
        #expect(isJSON(nested(JSONNesting.maximumDepth)))
        #expect(!isJSON(nested(JSONNesting.maximumDepth + 1)))
        #expect(!isJSON(Array(repeating: UInt8(ascii: "["), count: 100_000)))
    }

    @Test("a text with more combining marks in a row than are compared in good time is refused, wherever it stands", arguments: ["\u{301}", #"\u0301"#])
    func marks(_ mark: String) {
        for (before, after) in [("\"a", "\""), ("{\"a", "\":1}"), ("[1,\"", "b\"]")] {
            #expect(isJSON((before + String(repeating: mark, count: 64) + after).utf8))
            #expect(!isJSON((before + String(repeating: mark, count: 65) + after).utf8))
        }
    }

    @Test(
        "a text with escapes says what it says to Foundation's decoder",
        arguments: [
            #"\"\\\/\b\f\n\r\t"#, #"\u0041\u00e9\u00E9\u6c34x\u0000"#, #"\ud83d\ude80 \uD83D\uDE80"#, #"水\\u0041é\\"#, #"a\u0022,\u005c"#,
        ])
    func escapes(_ content: String) throws {
        let text = Array("\"\(content)\"".utf8)
        var reader = JSONReader(text)
        let read = try reader.readText()
        try reader.finish()
        #expect(Array(read.utf8) == Array(try JSONDecoder().decode(String.self, from: Data(text)).utf8))
    }

    @Test(
        "what is no escape, or half of one, is refused",
        arguments: [
            #"\a"#, #"\U0041"#, #"\u004"#, #"\u004g"#, #"\ude80"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\ud83d\n"#, "\\\n", "\\é",
        ])
    func badEscapes(_ content: String) {
        let text = "x\(content)y"
        #expect(!isJSON("\"\(text)\"".utf8))
        #expect(throws: (any Error).self) { try JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8)) }
    }

    @Test("members are told by name with their values; what is left unread is checked all the same")
    func members() throws {
        var reader = JSONReader(Array(#"{"a":"x","\u0062":"y\n","c":[1,{"a":2}],"d":"plain"}"#.utf8))
        var seen: [String: String] = [:]
        var plain: ArraySlice<UInt8> = []
        try reader.readObject { reader, name throws(JSONReader.Malformed) in
            if name == "d" { plain = try reader.readTextBytes() } else if name != "c" { seen[name] = try reader.readText() }
        }
        try reader.finish()
        #expect(seen == ["a": "x", "b": "y\n"])
        #expect(Array(plain) == Array("plain".utf8))
        var broken = JSONReader(Array(#"{"c":[1,}"#.utf8))
        #expect(throws: JSONReader.Malformed.self) { try broken.readObject { _, _ throws(JSONReader.Malformed) in } }
        var other = JSONReader(Array("[]".utf8))
        #expect(throws: JSONReader.Malformed.self) { try other.readText() }
    }

    @Test("true, false and null are read as what they are, and nothing else is taken for them")
    func literals() throws {
        func boolean(_ text: String) throws -> Bool? {
            var reader = JSONReader(Array(text.utf8))
            let value = try reader.readOptional { reader throws(JSONReader.Malformed) in try reader.readBoolean() }
            try reader.finish()
            return value
        }
        #expect(try boolean(" true") == true)
        #expect(try boolean("false ") == false)
        #expect(try boolean(" null") == nil)
        for text in ["", "tru", "falsey", "nul", "nulll", "1", "\"true\"", "[true]"] {
            #expect(throws: JSONReader.Malformed.self) { try boolean(text) }
        }
    }
}
