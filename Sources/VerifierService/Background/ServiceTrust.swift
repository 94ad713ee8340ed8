import DocumentTrust
import MobileDocument
import RelyingParty
import TrustFetching

/// Whom the service trusts now: a trust store, kept fresh by a refresher in the background.
struct ServiceTrust: Sendable {
    /// Fetches lists, revocation lists and status tokens, and reads the store again.
    let refresher: TrustRefresher
    /// Fetches status tokens for it.
    let status: StatusRefresher
    private let told = RecentlyTold<WatchedNames>(seconds: 30, most: 1024)
    private let clock: @Sendable () -> Instant

    /// Reads the store for the first time.
    init(
        _ configuration: ServiceConfiguration, fetcher: any ResourceFetching, clock: @escaping @Sendable () -> Instant
    ) throws(ConfigurationMistakes) {
        let refreshClock = SystemRefreshClock(showing: clock)
        let jitter = { @Sendable (seconds: Int64) in Int64.random(in: 0...max(seconds, 0)) }
        self.clock = clock
        status = StatusRefresher([], fetcher: HTTPStatusFetcher(fetcher), clock: refreshClock, jitter: jitter)
        let limits = TrustRefreshLimits(reload: Int64(configuration.trustSeconds))
        do {
            refresher = try TrustRefresher(
                TrustStore(at: configuration.trustPath), fetcher: fetcher, status: status, clock: refreshClock, limits: limits, jitter: jitter)
        } catch {
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: "trust.path", reason: error.description)])
        }
    }

    /// The snapshot for a verification: a lock, never the network.
    var list: IssuerTrustList { refresher.trust.snapshot }

    /// How many addresses of each kind fail, or are past the time at which their publisher owed something newer.
    func failingSources(at time: Instant) async -> [String: Int] {
        let reports = await refresher.reports
        var counts: [String: Int] = [:]
        for kind in [ResourceKind.issuerList, .readerList, .revocationList] {
            counts[kind.rawValue] = reports.count { $0.kind == kind && ($0.failedAttempts > 0 || $0.nextUpdate.map { $0 < time } ?? false) }
        }
        // A token is asked for again before it ends, so that one that is overdue is among those that fail.
        counts[ResourceKind.statusToken.rawValue] = await status.failingSources
        return counts
    }

    /// Keeps fresh what an answer's documents name: their status lists, and the revocation lists of their signers.
    func watch(_ published: [PublishedRevocation]) {
        let (refresher, status) = (refresher, status)
        let news = published.filter { told.isNews(WatchedNames($0), at: clock()) }
        if news.isEmpty { return }
        Task {
            for document in news {
                await refresher.watch(document.signer)
                for source in document.statusSources { await status.watch(source) }
            }
        }
    }
}
