/// Views beside each other.
public struct HStack<Content: View>: View, PrimitiveView {
    private let content: Content

    /// Puts views beside each other.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func render(into sheet: inout SheetRendering) {
        sheet.element("div", style: "hstack") { $0.render(content, as: "hstack") }
    }
}
