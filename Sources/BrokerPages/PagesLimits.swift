/// How long the pages wait.
public struct PagesLimits: Sendable, Hashable {
    /// A window's question for news is answered after so long, with or without any.
    public let poll: Duration
    /// A window that has not asked for news for so long is gone, and its request with it.
    public let grace: Duration

    /// Sets the limits.
    public init(poll: Duration = .seconds(20), grace: Duration = .seconds(15)) {
        self.poll = poll
        self.grace = grace
    }
}
