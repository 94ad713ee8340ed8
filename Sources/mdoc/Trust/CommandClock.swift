import DocumentTrust
import MobileDocument
import TrustFetching

/// The system's clock, or one that stands still at `--at`.
struct CommandClock: RefreshClock {
    private let at: Instant?

    init(at: Instant?) { self.at = at }

    var now: Instant { at ?? MomentOptions.now }

    func sleep(seconds: Int64) async throws { try await SystemRefreshClock().sleep(seconds: seconds) }
}
