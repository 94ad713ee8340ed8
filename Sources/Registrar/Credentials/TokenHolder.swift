/// Who a token was given to.
public enum TokenHolder: Sendable, Hashable, Codable {
    /// Whoever registered a brand, by its identifier.
    case applicant(String)
    /// A reviewer, by name.
    case reviewer(String)
}
