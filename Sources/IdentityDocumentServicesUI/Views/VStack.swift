/// Views from top to bottom.
public struct VStack<Content: View>: View, PrimitiveView {
    private let content: Content

    /// Stacks views.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func render(into sheet: inout SheetRendering) {
        sheet.element("div", style: "vstack") { $0.render(content, as: "vstack") }
    }
}
