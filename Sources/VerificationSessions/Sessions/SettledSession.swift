public import MobileDocument
import RelyingParty

/// How an answer was judged, without anything that was in it.
public struct SettledSession: Sendable {
    /// The session.
    public let record: SessionRecord
    /// `verified` or `refused`.
    public let status: SessionStatus
    /// The name of the first check that failed.
    public let refusal: String?
    /// Whether every required goal was met; nil for a refusal.
    public let isSatisfied: Bool?
    /// When.
    public let at: Instant

    init(_ verdict: Verdict, _ record: SessionRecord, at time: Instant) {
        self.record = record
        at = time
        switch verdict {
        case .verified(let response):
            status = .verified
            refusal = nil
            isSatisfied = VerificationResult(response, for: record, at: time, retainedOnly: true).satisfied
        case .refused(let refused):
            status = .refused
            refusal = refused.report.failures.first?.identifier.rawValue ?? "device.authentication"
            isSatisfied = nil
        }
    }
}
