/// A name and what belongs to it, in one line.
public struct LabeledContent: View, PrimitiveView {
    private let title: String
    private let value: String

    /// Shows a value beside its name.
    public init(_ title: some StringProtocol, value: some StringProtocol) {
        self.title = String(title)
        self.value = String(value)
    }

    func render(into sheet: inout SheetRendering) {
        sheet.element("p", style: "row") { sheet in
            sheet.element("b") { $0.text(title) }
            sheet.text(" ")
            sheet.element("span") { $0.text(value) }
        }
    }
}
