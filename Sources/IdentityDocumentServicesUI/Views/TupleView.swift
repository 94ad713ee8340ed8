/// Views one after the other.
public struct TupleView<each Content: View>: View, PrimitiveView {
    private let content: (repeat each Content)

    init(_ content: repeat each Content) { self.content = (repeat each content) }

    func render(into sheet: inout SheetRendering) {
        var position = 0
        for view in repeat each content {
            sheet.render(view, as: "\(position)")
            position += 1
        }
    }
}
