/// The languages in which elements and document types have names.
public enum DisplayLanguage: String, Sendable, Hashable, CaseIterable {
    /// English.
    case english = "en"
    /// Japanese.
    case japanese = "ja"
    /// Korean.
    case korean = "ko"
    /// Portuguese.
    case portuguese = "pt"

    /// The language of a tag such as `pt-BR` or `ja_JP`; English where there are no names in that language.
    public init(tag: String) { self = DisplayLanguage(known: tag) ?? .english }

    /// The language of such a tag; nil where there are no names in that language.
    package init?(known tag: String) { self.init(rawValue: tag.prefix { $0 != "-" && $0 != "_" && $0 != "." }.lowercased()) }

    /// The column of its names in tables.
    var column: Int {
        switch self {
        case .english: 0
        case .japanese: 1
        case .korean: 2
        case .portuguese: 3
        }
    }
}
