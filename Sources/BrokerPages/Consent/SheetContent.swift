/// A provider's sheet, as the document of its frame.
struct SheetContent: Content {
    static let template = "sheet"

    /// Its style sheet, which comes from another origin than the frame has, and so without a digest.
    let style = Asset.sheetStyle
    let language, title, origin: String
    /// The provider's own HTML, which goes in as it is: the frame runs nothing and reaches nothing.
    let sheet: String
}
