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
}
