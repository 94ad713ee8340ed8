/// How long a fetch may take and how far it may lead. Every bound can be set, none can be switched off.
public struct FetchLimits: Sendable, Hashable {
    /// Longest wait for a connection; 10 milliseconds to a minute.
    public let connect: Duration
    /// Longest time from the question to the last byte, redirects included; 10 milliseconds to ten minutes.
    public let total: Duration
    /// Most redirects; 0 to 10.
    public let redirects: Int
    /// Most times its own size that compressed content may expand to; 2 to 1,000. The limit of the kind holds beside it.
    public let expansion: Int

    /// Sets the bounds; a value outside is moved to the nearest one.
    public init(connect: Duration = .seconds(10), total: Duration = .seconds(30), redirects: Int = 3, expansion: Int = 100) {
        self.connect = min(max(connect, .milliseconds(10)), .seconds(60))
        self.total = min(max(total, .milliseconds(10)), .seconds(600))
        self.redirects = min(max(redirects, 0), 10)
        self.expansion = min(max(expansion, 2), 1_000)
    }
}
