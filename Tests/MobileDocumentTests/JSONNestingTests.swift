import MobileDocument
import Testing

private func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private let shallow: [String] = [
    "", "{}", #"[1,[2],{"a":[]}]"#, many("[", 64), "\(many("[", 64))\(many("]", 64))", "[\(many("[],", 100))1]",
    "[\"\(many("[", 500))\"]", "[\"\\\"\(many("{", 500))\"]", #"["\\",[]]"#,
]

private let deep: [String] = [
    many("[", 65), many("[", 513), many(#"{"data":"#, 65), many(#"["]","#, 65), "\"\\\\\"\(many("[", 65))", "[\0", "]\(many("[", 66))",
]

@Suite("The depth of JSON that strangers send")
struct JSONNestingTests {
    @Test("a text within the limit is bounded, whatever its strings hold", arguments: shallow)
    func bounded(_ text: String) {
        #expect(JSONNesting.isBounded(text.utf8))
    }

    @Test("a deeper text is not, and none that could be in another encoding", arguments: deep)
    func unbounded(_ text: String) {
        #expect(!JSONNesting.isBounded(text.utf8))
    }

    @Test(
        "more combining marks in a row than are compared in good time are not, as they are or escaped",
        arguments: ["\u{301}", #"\u0301"#, "\u{1D165}", #"\ud834\uDD65"#, "\u{F73}", #"\u0f73"#])
    func marks(_ mark: String) {
        let most = 64
        let name = { (marks: Int) in "{\"a\(many(mark, marks))\":\"b\"}" }
        #expect(JSONNesting.isBounded(name(most).utf8))
        #expect(!JSONNesting.isBounded(name(most + 1).utf8))
        // Half of them each way.
        let mixed = "[\"\(many("\u{316}", most / 2))\(many(mark, most / 2 + 1))\"]"
        #expect(!JSONNesting.isBounded(mixed.utf8))
        // An escaped backslash begins no escape, and whatever stands between ends the row.
        #expect(JSONNesting.isBounded("[\"\(many(#"\\u0301"#, 100))\",\"\(many(mark + "x", 100))\",\"\(many(mark + #"\n"#, 100))\"]".utf8))
        #expect(JSONNesting.isBounded("[\"\(many("水é🎫", 100))\"]".utf8))
    }

    @Test("what a string holds is not structure, wherever in it a quote, a backslash or a zero stands")
    func strings() {
        let deep = String(repeating: "[", count: JSONNesting.maximumDepth + 1)
        for length in 0...20 {
            let filler = String(repeating: "x", count: length)
            #expect(JSONNesting.isBounded("{\"\(filler)\(deep)\":1}".utf8), "brackets in a string")
            #expect(JSONNesting.isBounded("{\"\(filler)\\\"\(deep)\":1}".utf8), "an escaped quote ends no string")
            #expect(!JSONNesting.isBounded("{\"\(filler)\\\\\":\(deep)".utf8), "an escaped backslash does not escape the quote")
            #expect(!JSONNesting.isBounded("{\"\(filler)\":\(deep)".utf8), "the string is over")
            #expect(!JSONNesting.isBounded("{\"\(filler)\u{0}xxxxxxxxx\":1}".utf8), "a zero byte in a string")
        }
    }
}
