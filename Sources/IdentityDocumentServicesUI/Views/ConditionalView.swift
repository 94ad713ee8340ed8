/// One of two views.
public struct ConditionalView<First: View, Second: View>: View, PrimitiveView {
    enum Choice {
        case first(First)
        case second(Second)
    }

    private let choice: Choice

    init(_ choice: Choice) { self.choice = choice }

    func render(into sheet: inout SheetRendering) {
        switch choice {
        case .first(let view): sheet.render(view, as: "if")
        case .second(let view): sheet.render(view, as: "else")
        }
    }
}
