/// A line between parts.
public struct Divider: View, PrimitiveView {
    /// Draws a line.
    public nonisolated init() {}

    func render(into sheet: inout SheetRendering) { sheet.rule() }
}
