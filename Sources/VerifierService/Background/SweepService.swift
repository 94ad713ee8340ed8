import Logging
import ServiceLifecycle
import VerificationSessions

/// Lets time pass in the store: expiry, erasure, removal.
struct SweepService: Service {
    let flow: VerificationFlow
    let measures: ServiceMeasures
    let logger: Logger

    private static let interval = Duration.seconds(5)

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do throws(FlowError) {
                    let report = try await flow.sweep()
                    measures.swept(report)
                } catch {
                    logger.error("\(error.detail)", metadata: ["code": .string(error.code)])
                }
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }
}
