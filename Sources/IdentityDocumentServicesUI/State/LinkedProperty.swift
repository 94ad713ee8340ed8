/// A property of a view whose value is kept by the sheet.
@MainActor protocol LinkedProperty {
    /// Connects it before the view's body is asked for.
    func link(to memory: SheetMemory, at place: String)
}
