import CoreMetrics
import Synchronization
import VerificationSessions

/// What the service counts. Labels are names from the configuration and the code: policies, statuses, checks; nothing of a request.
///
/// Each instrument is made once: finding it again by its label costs more than counting does.
final class ServiceMeasures: Sendable {
    private let factory: any MetricsFactory
    private let duration: Timer
    private let failingStore: Meter
    /// By label and the values of their dimensions.
    private let counters = Mutex<[[String]: Counter]>([:])
    /// Of replies, by status.
    private let replies = Mutex<[Int: Counter]>([:])
    /// By kind of source.
    private let meters = Mutex<[String: Meter]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
        duration = Timer(label: "verification_duration", factory: factory)
        failingStore = Meter(label: "verification_trust_store_failing", factory: factory)
    }

    func started(_ policy: String) { count("verification_sessions_started", [("policy", policy)]) }
    func handedOut() { count("verification_requests_handed_out") }
    func delivered() { count("verification_results_delivered") }
    func noted(_ outcome: PageOutcome) { count("verification_page_outcomes", [("outcome", outcome.rawValue)]) }

    func replied(_ status: Int) {
        let counter = replies.withLock { replies in
            if let counter = replies[status] { return counter }
            let counter = Counter(label: "verification_replies", dimensions: [("status", String(status))], factory: factory)
            replies[status] = counter
            return counter
        }
        counter.increment()
    }

    func settled(_ session: SettledSession, in duration: Duration) {
        count("verification_answers", [("status", session.status.rawValue), ("refusal", session.refusal ?? "none")])
        let nanoseconds = duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
        self.duration.recordNanoseconds(nanoseconds)
    }

    func webhook(isDelivered: Bool) { count("verification_webhooks", [("outcome", isDelivered ? "delivered" : "failed")]) }

    func swept(_ report: SweepReport) {
        count("verification_sessions_expired", by: report.expired)
        count("verification_sessions_interrupted", by: report.interrupted)
        count("verification_results_erased", by: report.erasedResults)
        count("verification_retained_erased", by: report.erasedRetained)
        count("verification_webhooks", [("outcome", "abandoned")], by: report.abandonedWebhooks)
    }

    func failing(store isFailing: Bool) { failingStore.set(isFailing ? 1 : 0) }

    func failing(sources count: Int, of kind: String) {
        let meter = meters.withLock { meters in
            if let meter = meters[kind] { return meter }
            let meter = Meter(label: "verification_trust_sources_failing", dimensions: [("kind", kind)], factory: factory)
            meters[kind] = meter
            return meter
        }
        meter.set(count)
    }

    private func count(_ label: String, _ dimensions: [(String, String)] = [], by amount: Int = 1) {
        let counter = counters.withLock { counters in
            let series = [label] + dimensions.map(\.1)
            if let counter = counters[series] { return counter }
            let counter = Counter(label: label, dimensions: dimensions, factory: factory)
            counters[series] = counter
            return counter
        }
        counter.increment(by: amount)
    }
}
