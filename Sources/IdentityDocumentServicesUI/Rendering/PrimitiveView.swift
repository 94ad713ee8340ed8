/// A view that is not made of other views, but rendered.
@MainActor protocol PrimitiveView: View where Body == Never {
    /// Writes itself.
    func render(into sheet: inout SheetRendering)
}

extension PrimitiveView {
    /// There is none.
    public var body: Never { fatalError("a view without a body was asked for it") }
}
