/// How a check ended.
public enum CheckOutcome: String, Sendable, Hashable, Codable {
    /// The rule is kept.
    case passed
    /// The rule is broken; the verdict is a refusal.
    case failed
    /// The check did not apply or could not be made; the reason says which.
    case skipped
    /// Neither good nor bad could be established, such as revocation without a list at hand.
    case unknown
    /// A deviation that the profile tolerates.
    case warning
}
