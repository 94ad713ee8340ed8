/// How a refresher of trust spends its time. Every bound can be set, none can be switched off.
public struct TrustRefreshLimits: Sendable, Hashable {
    /// Most addresses; 1 to 10,000. Those beyond it are reported as left out.
    public let sources: Int
    /// Most fetches at once; 1 to 64.
    public let concurrentFetches: Int
    /// Seconds until the first new attempt after a failure, doubled with each further one; 1 to 3,600.
    public let retry: Int64
    /// Most seconds between two fetches of one address, whatever it allows; 60 to 604,800.
    public let longestInterval: Int64
    /// Seconds until the store is read anew, so that what a person changes there counts; 1 to 3,600.
    public let reload: Int64
    /// Longest time in seconds for which the last trust counts while the store cannot be read; 60 to 604,800. After that nobody
    /// is trusted.
    public let longestWithoutStore: Int64

    /// Sets the bounds; a value outside is moved to the nearest one.
    public init(
        sources: Int = 512, concurrentFetches: Int = 4, retry: Int64 = 300, longestInterval: Int64 = 86_400, reload: Int64 = 60,
        longestWithoutStore: Int64 = 86_400
    ) {
        self.sources = min(max(sources, 1), 10_000)
        self.concurrentFetches = min(max(concurrentFetches, 1), 64)
        self.retry = min(max(retry, 1), 3_600)
        self.longestInterval = min(max(longestInterval, 60), 604_800)
        self.reload = min(max(reload, 1), 3_600)
        self.longestWithoutStore = min(max(longestWithoutStore, 60), 604_800)
    }
}
