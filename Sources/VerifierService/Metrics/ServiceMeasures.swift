import CoreMetrics
import VerificationSessions

/// What the service counts. Labels are names from the configuration and the code: policies, statuses, checks; nothing of a request.
struct ServiceMeasures: Sendable {
    let factory: any MetricsFactory

    func started(_ policy: String) { count("verification_sessions_started", [("policy", policy)]) }
    func handedOut() { count("verification_requests_handed_out") }
    func delivered() { count("verification_results_delivered") }
    func noted(_ outcome: PageOutcome) { count("verification_page_outcomes", [("outcome", outcome.rawValue)]) }

    func settled(_ session: SettledSession, in duration: Duration) {
        count("verification_answers", [("status", session.status.rawValue), ("refusal", session.refusal ?? "none")])
        let nanoseconds = duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
        Timer(label: "verification_duration", factory: factory).recordNanoseconds(nanoseconds)
    }

    func webhook(isDelivered: Bool) { count("verification_webhooks", [("outcome", isDelivered ? "delivered" : "failed")]) }

    func swept(_ report: SweepReport) {
        count("verification_sessions_expired", by: report.expired)
        count("verification_sessions_interrupted", by: report.interrupted)
        count("verification_results_erased", by: report.erasedResults)
        count("verification_retained_erased", by: report.erasedRetained)
    }

    private func count(_ label: String, _ dimensions: [(String, String)] = [], by amount: Int = 1) {
        Counter(label: label, dimensions: dimensions, factory: factory).increment(by: amount)
    }
}
