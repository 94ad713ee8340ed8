import Logging
import MobileDocument
import ServiceLifecycle

/// Tells the operator how many of the addresses that trust is fetched from give nothing newer, before their last good copies end.
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

    func run() async {
        await cancelWhenGracefulShutdown {
            var counts: [String: Int] = [:]
            while !Task.isCancelled {
                counts = await count(after: counts)
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }
}
