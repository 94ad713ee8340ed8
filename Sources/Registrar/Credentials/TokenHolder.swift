/// Who a token was given to.
public enum TokenHolder: Sendable, Hashable, Codable {
    /// Whoever registered a brand, by its identifier.
    case applicant(String)
    /// A developer of a brand's account, by name.
    case developer(String, brand: String)
    /// A reviewer, by name.
    case reviewer(String)

    /// What they may do in the account of their brand; nil for a reviewer, who is in none.
    public var role: AccountRole? {
        switch self {
        case .applicant: .holder
        case .developer: .developer
        case .reviewer: nil
        }
    }
}
