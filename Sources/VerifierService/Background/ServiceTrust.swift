import DocumentTrust
import MobileDocument
import NetworkAddressing
import RelyingParty
import TrustFetching

/// Whom the service trusts now: a trust store, kept fresh by a refresher in the background.
struct ServiceTrust: Sendable {
    /// Fetches lists, revocation lists and status tokens, and reads the store again.
    let refresher: TrustRefresher
    private let status: StatusRefresher
    private let told = RecentlyTold<WatchedNames>(seconds: 30, most: 1024)
    private let clock: @Sendable () -> Instant

    /// Reads the store for the first time.
    init(_ configuration: ServiceConfiguration, clock: @escaping @Sendable () -> Instant) throws(ConfigurationMistakes) {
        let fetcher = ResourceFetcher(profile: configuration.network)
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

    /// Keeps fresh what a verified answer's documents name: their status lists, and the revocation lists of their signers.
    func watch(_ response: VerifiedResponse) {
        let (refresher, status) = (refresher, status)
        let news = response.documents.filter { told.isNews(WatchedNames($0), at: clock()) }.map { ($0.signer, $0.statusSources) }
        if news.isEmpty { return }
        Task {
            for (signer, sources) in news {
                await refresher.watch(signer)
                for source in sources { await status.watch(source) }
            }
        }
    }
}
