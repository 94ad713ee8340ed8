import Testing

@testable import mdoc

@Suite("The command line: pages")
struct PageTests {
    /// Columns of what these tests write, as terminals with these characters count them.
    private static func columns(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { columns, scalar in
            switch scalar.value {
            case 0x300...0x36F: columns
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F300...0x1F9FF: columns + 2
            default: columns + 1
            }
        }
    }

    private static func lines(_ page: Page) -> [Substring] { page.text.split(separator: "\n") }

    /// Names and values with which a stranger could have a terminal begin a line: each is wider than it has characters.
    private static let strange: [String] = [
        "株" + String(repeating: "\u{3000}", count: 22) + "✔ verified by Bank",
        String(repeating: "\u{3000}", count: 35) + "✔ verified",
        String(repeating: "界", count: 103),
        String(repeating: "\u{1100}", count: 105) + " ✔ verified",
        String(repeating: "한", count: 30) + " " + String(repeating: "글", count: 30) + " ✔ verified",
        String(repeating: "Ａ", count: 90), String(repeating: "🎫", count: 90), String(repeating: "e\u{301}", count: 200),
    ]

    @Test("No line is wider than 80 columns, and a stranger's text begins none, be it value, label or end of a sentence", arguments: strange)
    func narrow(_ text: String) {
        var page = Page()
        page.entry("reader", text, width: 9)
        page.entry(text, "to be kept", width: 32)
        page.entry(text, text, indent: 4, width: 6)
        page.line("Document 1: \(text)")
        page.line("because \(text)", indent: 2)
        let lines = Self.lines(page)
        #expect(lines.allSatisfy { Self.columns($0) <= 80 }, "\(page.text)")
        #expect(lines.allSatisfy { $0.hasPrefix("  ") || $0.hasPrefix("Document 1:") }, "\(page.text)")
        let kept = page.text.filter { !$0.isWhitespace }
        let words = text.filter { !$0.isWhitespace }
        #expect(kept == "reader\(words)\(words)tobekept\(words)\(words)Document1:\(words)because\(words)", "nothing is left out")
    }

    @Test("Entries are aligned by columns, and an address of any length stays whole to be copied")
    func aligned() {
        var page = Page()
        page.entry("名", "one", width: 4)
        page.entry("name", "two", width: 4)
        #expect(page.text == "  名    one\n  name  two\n")
        let address = "https://rentals.example/" + String(repeating: "a", count: 90)
        var further = Page()
        further.entry("from", "see \(address) there", width: 9)
        #expect(further.text.contains("\n             \(address)\n             there\n"))
    }

    @Test("What does not fit a line continues under its beginning, indented where that is the first column")
    func continued() {
        var page = Page()
        page.line(String(repeating: "word ", count: 20) + "end")
        let lines = Self.lines(page)
        #expect(lines.count == 2 && lines[0].count == 79 && lines[1] == "  word word word word end")
    }

    @Test("A width is that of the terminal: two columns for wide and fullwidth, none for a mark, one for all else", arguments: [
        ("abc", 3), ("株式", 4), ("e\u{301}", 1), ("ｶﾅ", 2), ("Ａ", 2), ("\u{3000}", 2), ("\u{1100}\u{1100}", 4), ("✔ ✘ ◌ ·", 7), ("𠮷", 2),
        ("❤\u{FE0F}", 2),
    ])
    func width(_ text: String, _ columns: Int) { #expect(text.columns == columns) }
}
