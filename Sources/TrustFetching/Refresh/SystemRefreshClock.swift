public import DocumentTrust
public import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The clock of the system, for programs that refresh.
public struct SystemRefreshClock: RefreshClock {
    /// Makes a clock.
    public init() {}

    public var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }

    public func sleep(seconds: Int64) async throws { try await Task.sleep(for: .seconds(seconds)) }
}
