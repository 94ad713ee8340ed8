public import MobileDocument

/// How it stands with one address that trust is fetched from.
public struct SourceReport: Sendable, Hashable {
    /// What became of the last attempt.
    public enum Outcome: Sendable, Hashable {
        /// Nobody asked yet.
        case pending
        /// Something newer was fetched and taken.
        case updated
        /// What is held is still the newest.
        case unchanged
        /// Nothing was taken, and what is held stays. A stable name and a sentence.
        case failed(code: String, reason: String)
    }

    /// The address.
    public let address: String
    /// What is published there.
    public let kind: ResourceKind
    /// Whose list it is: its provider's name, or the subject of the authority.
    public let name: String
    /// What became of the last attempt.
    public let outcome: Outcome
    /// When that was; nil before the first.
    public let checkedAt: Instant?
    /// How many attempts have failed since the last success.
    public let failedAttempts: Int
    /// When what is held was issued; nil where nothing is.
    public let issuedAt: Instant?
    /// When its publisher owes a newer one, as far as it says.
    public let nextUpdate: Instant?
    /// When it will be asked for again.
    public let due: Instant

    /// Seconds since what is held was issued; nil where nothing is.
    public func age(at time: Instant) -> Int64? { issuedAt.map { max(time.secondsSinceEpoch - $0.secondsSinceEpoch, 0) } }
}
