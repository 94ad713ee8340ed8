/// Views that are one where one is wanted.
public struct Group<Content: View>: View, PrimitiveView {
    private let content: Content

    /// Groups views.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func render(into sheet: inout SheetRendering) { sheet.render(content, as: "group") }
}
