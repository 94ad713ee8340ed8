/// A part with a heading, which a screen reader can jump to. Inside another part its heading is one level below.
public struct Section<Content: View>: View, PrimitiveView {
    private let title: String
    private let content: Content

    /// Makes a part.
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.title = String(title)
        self.content = content()
    }

    func render(into sheet: inout SheetRendering) {
        sheet.section(title) { $0.render(content, as: "section") }
    }
}
