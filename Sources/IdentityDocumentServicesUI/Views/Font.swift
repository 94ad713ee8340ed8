/// The manner in which a text is shown.
public enum Font: Sendable, Hashable {
    /// The heading of the whole sheet.
    case title
    /// A line that stands out.
    case headline
    /// A remark.
    case footnote
}
