public import DocumentTrust
public import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The clock of the system, for programs that refresh; it waits by that clock in any case.
public struct SystemRefreshClock: RefreshClock {
    private let time: @Sendable () -> Instant

    /// Makes a clock.
    public init() {
        self.init { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }
    }

    /// Makes a clock that shows what it is told, for programs with a present moment of their own.
    public init(showing time: @escaping @Sendable () -> Instant) { self.time = time }

    /// The moment it shows.
    public var now: Instant { time() }

    /// Waits by the machine's steady clock; ends early with a cancelled task.
    public func sleep(seconds: Int64) async throws { try await Task.sleep(for: .seconds(seconds)) }
}
