/// A part with a heading, which a screen reader can jump to.
public struct Section<Content: View>: View, PrimitiveView {
    private let title: String
    private let content: Content

    /// Makes a part.
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.title = String(title)
        self.content = content()
    }

    func render(into sheet: inout SheetRendering) {
        sheet.element("section") { sheet in
            sheet.element("h2") { $0.text(title) }
            sheet.render(content, as: "section")
        }
    }
}
