extension Optional: View, PrimitiveView where Wrapped: View {
    func render(into sheet: inout SheetRendering) {
        if let self { sheet.render(self, as: "if") }
    }
}
