import DocumentTrust
import MobileDocument

/// The service's clock for what is refreshed.
struct ServiceRefreshClock: RefreshClock {
    private let time: @Sendable () -> Instant

    init(now time: @escaping @Sendable () -> Instant) { self.time = time }

    var now: Instant { time() }

    func sleep(seconds: Int64) async throws { try await Task.sleep(for: .seconds(seconds)) }
}
