public import MobileDocument

/// The clock by which status tokens are kept fresh. Handed in, so that a test can let days pass.
public protocol RefreshClock: Sendable {
    /// The present moment.
    var now: Instant { get }

    /// Waits, and ends early by throwing when its task is cancelled.
    func sleep(seconds: Int64) async throws
}
