/// What of an application is decided by itself, and granted by itself.
public enum ApplicationPart: String, Sendable, Hashable, CaseIterable, Codable {
    /// The process, and the words that may be asked for.
    case elements
    /// The merchants to whose servers answers may be sealed.
    case merchants
    /// The law by which restricted elements may be asked for.
    case legalBasis
    /// A kind of app that is not in the list.
    case category

    /// The part as a rejection names it.
    var rejected: Rejection.Part {
        switch self {
        case .elements: .elements
        case .merchants: .merchants
        case .legalBasis: .legalBasis
        case .category: .category
        }
    }
}
