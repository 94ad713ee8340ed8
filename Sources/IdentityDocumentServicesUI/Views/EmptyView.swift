/// Nothing.
public struct EmptyView: View, PrimitiveView {
    /// Makes nothing.
    public nonisolated init() {}

    func render(into sheet: inout SheetRendering) {}
}
