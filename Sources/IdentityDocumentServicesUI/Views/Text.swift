/// A paragraph of text, or a heading.
public struct Text: View, PrimitiveView {
    private let content: String
    private var font: Font?

    /// Shows a text as it is.
    public nonisolated init(_ content: some StringProtocol) { self.content = String(content) }

    /// Shows the text in another manner.
    public func font(_ font: Font?) -> Text {
        var copy = self
        copy.font = font
        return copy
    }

    func render(into sheet: inout SheetRendering) {
        switch font {
        case .title: sheet.element("h1") { $0.text(content) }
        case .headline: sheet.element("p", style: "headline") { $0.text(content) }
        case .footnote: sheet.element("p", style: "footnote") { $0.text(content) }
        case nil: sheet.element("p") { $0.text(content) }
        }
    }
}
