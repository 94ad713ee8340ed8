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

    /// The session as it stands since then.
    package var settledRecord: SessionRecord {
        SessionRecord(
            id: record.id, correlation: record.correlation, policy: record.policy, reference: record.reference, createdAt: record.createdAt,
            expiresAt: record.expiresAt, status: status, settledAt: at, refusal: refusal, pageOutcome: record.pageOutcome)
    }

    /// - Parameter result: the result of a verified answer; nil for a refusal.
    init(_ verdict: Verdict, _ record: SessionRecord, result: VerificationResult?, at time: Instant) {
        self.record = record
        at = time
        isSatisfied = result?.satisfied
        switch verdict {
        case .verified:
            status = .verified
            refusal = nil
        case .refused(let refused):
            status = .refused
            refusal = refused.report.failures.first?.identifier.rawValue ?? "device.authentication"
        case .mock:
            status = .refused
            refusal = "data.mock"
        }
    }
}
