/// How a refresher spends its time. Every bound can be set, none can be switched off.
public struct StatusRefreshLimits: Sendable, Hashable {
    /// Most addresses; 1 to 10,000.
    public let sources: Int
    /// Most addresses that documents under one root can add; 1 to 10,000.
    public let sourcesPerRoot: Int
    /// Most fetches at once; 1 to 64.
    public let concurrentFetches: Int
    /// Seconds after which a fetch is given up; 1 to 600.
    public let timeout: Int64
    /// Seconds until the first new attempt after a failure, doubled with each further one; 1 to 3,600.
    public let retry: Int64
    /// Most seconds between two fetches of one address, whatever its token allows; 60 to 604,800.
    public let longestInterval: Int64

    /// Sets the bounds; a value outside is moved to the nearest one.
    public init(
        sources: Int = 256, sourcesPerRoot: Int = 64, concurrentFetches: Int = 8, timeout: Int64 = 30, retry: Int64 = 60,
        longestInterval: Int64 = 86_400
    ) {
        self.sources = min(max(sources, 1), 10_000)
        self.sourcesPerRoot = min(max(sourcesPerRoot, 1), 10_000)
        self.concurrentFetches = min(max(concurrentFetches, 1), 64)
        self.timeout = min(max(timeout, 1), 600)
        self.retry = min(max(retry, 1), 3600)
        self.longestInterval = min(max(longestInterval, 60), 604_800)
    }
}
