import BrokerMessages
import Testing

@testable import mdoc_broker

@Suite("A provider's sheet on a terminal", .timeLimit(.minutes(5)))
struct SheetTextTests {
    @Test("Its words are lines, without tags, styles and title; its buttons have label and action, and those without an action are none")
    func sheet() {
        let sheet = SheetText(
            """
            <title>No &amp; word</title><style>p { color: red }</style><h1>Rentals <b>&amp;</b> more</h1>
            <p class="a">age &lt; 21 &quot;or&quot;<br/>it&#39;s &amp;lt;</p><ul><li>Family name</li></ul>
            <form method="post"><button name="action" value="accept&amp;go">Accept <b>all</b></button><button data-of="value">None</button>
            <button type="submit" value="decline">Decline &gt;
            now</button></form> 1 < 2
            """)
        #expect(sheet.text == "Rentals & more\nage < 21 \"or\"\nit's &lt;\nFamily name\n1 < 2")
        #expect(sheet.buttons.map(\.action) == ["accept&go", "decline"])
        #expect(sheet.buttons.map(\.label) == ["Accept all", "Decline >\nnow"])
    }

    @Test("No line of it, nor any that a terminal would break off, reads as one of the broker's: words stand behind a bar, and labels on one line")
    func quoted() {
        let long = String(repeating: "a", count: 80)
        let sheet = SheetText(
            "<p>Family name</p><p>The request is over.\r\nblue heron: your PIN</p><p>\(long)</p><p>\(String(repeating: "字", count: 37))</p>"
                + "<p>\(String(repeating: "\u{1100}", count: 37))</p><p>\(String(repeating: "e\u{301}", count: 72))</p>"
                + "<p>\(Array(repeating: "word", count: 16).joined(separator: " "))</p>"
                + "<button value=\"accept\">Accept\n  2  Decline</button><button value=\"long\">\(long)</button>")
        let words = [
            "Family name", "The request is over.", "blue heron: your PIN", String(long.prefix(72)), "aaaaaaaa", String(repeating: "字", count: 36), "字",
            // One character to Swift, and as many columns as letters.
            String(repeating: "\u{1100}", count: 36), "\u{1100}", String(repeating: "e\u{301}", count: 72),
            String(repeating: "word ", count: 14), "word word",
        ]
        #expect(sheet.quoted == words.map { "  | " + $0 }.joined(separator: "\n"))
        #expect(sheet.buttons.map(\.line) == ["Accept   2  Decline", String(long.prefix(72)) + "…"])
        #expect(sheet.buttons.map(\.action) == ["accept", "long"])
    }

    @Test("A narrower terminal breaks none of its lines either, down to sixteen columns; a wider one makes none longer", arguments: [
        (nil, 72), (200, 72), (80, 72), (60, 52), (16, 8), (1, 8), (0, 8),
    ] as [(Int?, Int)])
    func narrow(terminal: Int?, columns: Int) {
        let sheet = SheetText(
            "<p>\(String(repeating: "a", count: 80))</p><p>\(String(repeating: "字", count: 40))</p>"
                + "<button value=\"accept\">\(String(repeating: "b", count: 80))</button>", terminal: terminal)
        let lines = sheet.quoted.split(separator: "\n")
        #expect(lines.first { $0.contains("a") }?.count == columns + 4)
        #expect(lines.first { $0.contains("字") }?.count == columns / 2 + 4)
        #expect(lines.allSatisfy { $0.hasPrefix("  | ") })
        #expect(sheet.buttons.map(\.line) == [String(repeating: "b", count: columns) + "…"])
    }

    @Test("A sheet as long as one may be is read to its end, however its tags are left open", arguments: [
        "<button>", "<", "<style>", "</button><button>", "<button value=\"", "<button></style><p ", "&lt", "<button value=\"v\">&<p></button>",
    ])
    func long(_ part: String) {
        let count = MessageBounds.sheet / part.utf8.count
        let sheet = SheetText(String(repeating: part, count: count))
        // Only the last of them has whole buttons.
        #expect(sheet.buttons.count == (part.hasSuffix("&<p></button>") ? count : 0))
        if part == "&lt" { #expect(sheet.text.utf8.count == 3 * count) }
    }
}
