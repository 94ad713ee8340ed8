import DocumentTrust
import MobileDocument
import RelyingParty

/// Every check of a session's verification, ordered by the four questions. It holds no element's value.
public struct SessionReport: Sendable, Encodable {
    /// The session.
    public let session: String
    /// Ties the report to what was logged.
    public let correlationId: String
    /// `verified` or `refused`.
    public let status: SessionStatus
    /// The profile that set the rules.
    public let profile: String
    /// When the decision was made.
    public let decidedAt: String
    /// The four questions with their evidence.
    public let questions: [QuestionAnswer]
    let checks: [VerificationOutput.Check]
    let elements: VerificationOutput.Elements

    init(_ verdict: Verdict, for record: SessionRecord, status: SessionStatus, at time: Instant) {
        let output = verdict.outline
        session = record.id.rawValue
        correlationId = record.correlation
        self.status = status
        profile = output.profile
        decidedAt = time.description
        questions = QuestionAnswer.all(of: verdict.report)
        checks = output.checks
        elements = output.elements
    }
}
