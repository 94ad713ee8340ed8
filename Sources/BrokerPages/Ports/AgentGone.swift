/// Whoever asked is no longer there.
public struct AgentGone: Error, Sendable, Hashable {
    /// Says so.
    public init() {}
}
