import Testing

@testable import SpaceshipRentals

@Suite("Texts in pages")
struct EscapedTextTests {
    /// A page whose title stands in its own template and in the one around it.
    private struct Sample: Page {
        static let template = "fault"

        let steps = Step.all(at: 0)
        let title: String
        let text = "plain"
        let status = 400
    }

    @Test("Nothing in a text means anything to HTML, whatever mark is on it and whatever letter joins it")
    func escaped() throws {
        let text = "\u{D4E}<b>\"\u{301} x='\u{FE0F}&\u{301}"
        let escaped = "\u{D4E}&lt;b&gt;&quot;\u{301} x=&#39;\u{FE0F}&amp;\u{301}"
        let page = Array(try Pages(folder: Pages.resources + "/templates").text(Sample(title: text)).utf8)
        #expect(page.firstRange(of: Array("<title>\(escaped) ".utf8)) != nil)
        #expect(page.firstRange(of: Array("<h1 id=\"what\">\(escaped)</h1>".utf8)) != nil)
        #expect(page.firstRange(of: Array(text.utf8)) == nil)
    }
}
