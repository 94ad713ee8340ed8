/// A view that is not made of other views, but rendered.
@MainActor protocol PrimitiveView: View where Body == Self {
    /// Writes itself.
    func render(into sheet: inout SheetRendering)
}

extension PrimitiveView {
    /// Itself.
    public var body: Self { self }
}
