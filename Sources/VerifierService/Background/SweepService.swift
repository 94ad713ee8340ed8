import Logging
import ServiceLifecycle
import VerificationSessions

/// Lets time pass in the store: expiry, erasure, removal.
struct SweepService: Service {
    let flow: VerificationFlow
    let measures: ServiceMeasures
    let logger: Logger

    private static let interval = Duration.seconds(5)

    /// Goes on while there is more to do: a crowd that leaves at once must not fill the store for hours.
    func sweep(limit: Int = VerificationFlow.sweepLimit) async throws(FlowError) {
        var report: SweepReport
        repeat {
            report = try await flow.sweep(limit: limit)
            measures.swept(report)
            if report.abandonedWebhooks > 0 {
                logger.warning(
                    "webhooks were given up: nobody delivered them, and their sessions are gone",
                    metadata: ["webhooks": .stringConvertible(report.abandonedWebhooks)])
            }
        } while report.mayBeMore(limit: limit) && !Task.isCancelled
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do throws(FlowError) {
                    try await sweep()
                } catch {
                    logger.error("\(error.detail)", metadata: ["code": .string(error.code)])
                }
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }
}
