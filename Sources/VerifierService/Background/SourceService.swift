import DocumentTrust
import Logging
import MobileDocument
import ServiceLifecycle

/// Tells the operator how many of the addresses that trust is fetched from give nothing newer, before their last good copies end, and that the trust
/// store cannot be read, before the last trust does.
struct SourceService: Service {
    let trust: ServiceTrust
    let measures: ServiceMeasures
    let logger: Logger
    let clock: @Sendable () -> Instant

    private static let interval = Duration.seconds(10)

    /// Counts them, and says so where the counts are others than before.
    ///
    /// - Returns: the counts, by kind.
    func count(after before: [String: Int]) async -> [String: Int] {
        let failing = await trust.failingSources(at: clock())
        for (kind, count) in failing { measures.failing(sources: count, of: kind) }
        let isAnyFailing = failing.values.contains { $0 > 0 }
        if failing != before, isAnyFailing || before.values.contains(where: { $0 > 0 }) {
            logger.log(
                level: isAnyFailing ? .warning : .notice, "sources of trust that fail or are overdue",
                metadata: failing.mapValues { .stringConvertible($0) })
        }
        return failing
    }

    /// Says that the trust store cannot be read, where it could before or for another reason, and that it can be read again.
    ///
    /// - Returns: why it cannot be read; nil where it can.
    func lookAtStore(after before: TrustStoreError?) async -> TrustStoreError? {
        let failure = await trust.refresher.storeFailure
        measures.failing(store: failure != nil)
        if let failure, failure != before {
            logger.error(
                "the trust store cannot be read, and what it said last counts for a day: \(failure)",
                metadata: ["code": .string(failure.code.rawValue)])
        } else if failure == nil, before != nil {
            logger.notice("the trust store can be read again")
        }
        return failure
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            var counts: [String: Int] = [:]
            var failure: TrustStoreError?
            while !Task.isCancelled {
                counts = await count(after: counts)
                failure = await lookAtStore(after: failure)
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }
}
