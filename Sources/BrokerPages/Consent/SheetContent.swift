/// A provider's sheet, as the document of its frame.
struct SheetContent: Content {
    static let template = "sheet"

    let language, title, origin: String
    /// The provider's own HTML, which goes in as it is: the frame runs nothing and reaches nothing.
    let sheet: String
}
