/// A whole page around its content.
struct DocumentContent: Content {
    static let template = "document"

    let language: String
    let words: Wording
    let title: String
    /// Names its style.
    let kind: String
    /// The script it runs.
    let script: Asset
    /// Its style sheet.
    let style = Asset.pageStyle
    /// Under which the script asks for everything else; nil for a page that asks for nothing.
    let secret: String?
    let canCancel: Bool
    /// HTML that a template made.
    let content: String
}
