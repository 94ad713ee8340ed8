import Foundation
import Testing
import WalletBroker

@testable import BrokerPages

@Suite("Texts in pages")
struct EscapedTextTests {
    /// Of what Swift counts as one character, HTML reads each part by itself.
    private static let text = "\u{D4E}<b>\"\u{301} x='\u{FE0F}&\u{301}"
    private static let escaped = "\u{D4E}&lt;b&gt;&quot;\u{301} x=&#39;\u{FE0F}&amp;\u{301}"

    private static func occurs(_ part: String, in page: String) -> Bool { Array(page.utf8).firstRange(of: Array(part.utf8)) != nil }

    @Test("Nothing in a text means anything to HTML, whatever mark is on it and whatever letter joins it")
    func notice() throws {
        let page = try Templates().text(NoticeContent(title: Self.text, text: "plain"))
        #expect(Self.occurs("<h1>\(Self.escaped)</h1>", in: page))
        #expect(!Self.occurs(Self.text, in: page))
    }

    @Test("Nor does it end an attribute")
    func attribute() throws {
        let record = #"""
            {"time": 0, "origin": "https://rentals.example", "brand": "\u0d4e<b>\"\u0301 x='\ufe0f&\u0301", "outcome": "answered", "documents": [{
            "type": "org.iso.18013.5.1.mDL", "elements": [
            {"nameSpace": "org.iso.18013.5.1", "identifier": "age_over_21", "isRetaining": false}]}]}
            """#
        let entry = PresentmentHistory.Entry(number: 1, record: try JSONDecoder().decode(PresentmentRecord.self, from: Data(record.utf8)))
        let page = try Templates().text(HistoryContent([entry], export: "", names: DisplayNames(tables: .builtIn, in: .english), in: .english))
        #expect(Self.occurs("<b>\(Self.escaped)</b>", in: page))
        #expect(Self.occurs(": \(Self.escaped), ", in: page))
        #expect(!Self.occurs(Self.text, in: page))
    }
}
