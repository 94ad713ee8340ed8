public import MobileDocument

/// The last failure to get a usable token from an address.
public struct StatusFetchFailure: Sendable, Hashable {
    /// When it was noticed.
    public let at: Instant
    /// One sentence.
    public let reason: String
    /// How many attempts have failed since the last success.
    public let attempts: Int
}
