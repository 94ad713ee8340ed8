/// What a sweep of the store did.
public struct SweepReport: Sendable, Hashable {
    /// Sessions that expired without an answer, whose secrets were erased.
    public var expired = 0
    /// Sessions whose verification was cut off and that are now refused.
    public var interrupted = 0
    /// Results that were erased.
    public var erasedResults = 0
    /// Kept parts of results that were erased.
    public var erasedRetained = 0
    /// Sessions of which nothing is left.
    public var removed = 0
    /// Notices that nobody delivered, although their attempts would be over, and whose sessions are gone.
    public var abandonedWebhooks = 0

    /// Nothing done.
    public init() {}

    /// Whether a step of this limit may have left something to do.
    public func mayBeMore(limit: Int) -> Bool {
        max(expired, interrupted, erasedResults, erasedRetained, removed, abandonedWebhooks) >= limit
    }
}
