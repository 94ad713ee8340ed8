import CBOR
import DocumentTrust
import MobileDocument
import RelyingParty

/// Every check of a session's verification, ordered by the four questions. It holds no element's value.
///
/// Made when the website's server asks for it, of what was found and what the session's record holds.
struct SessionReport: Sendable, Encodable {
    /// The session.
    let session: String
    /// Ties the report to what was logged.
    let correlationId: String
    /// `verified` or `refused`.
    let status: SessionStatus
    /// The profile that set the rules.
    let profile: String
    /// When the decision was made.
    let decidedAt: String
    /// The four questions with their evidence.
    let questions: [QuestionAnswer]
    let checks: [VerificationOutput.Check]
    let elements: VerificationOutput.Elements

    init(_ findings: Findings, for record: SessionRecord, status: SessionStatus, at time: Instant) {
        let (report, comparison) = (findings.report, findings.comparison)
        let output = VerificationOutput(
            verdict: status == .verified ? .verified : .refused, report: report, documents: nil, asked: comparison.asked,
            answered: comparison.answered, missing: comparison.missing, unrequested: comparison.unrequested)
        session = record.id.rawValue
        correlationId = record.correlation
        self.status = status
        profile = output.profile
        decidedAt = time.description
        questions = QuestionAnswer.all(of: report)
        checks = output.checks
        elements = output.elements
    }

    /// What a verification found, in the form that is stored: a tenth of the JSON that is made of it.
    struct Findings {
        let report: VerificationReport
        let comparison: RequestComparison

        init(_ verdict: Verdict) {
            report = verdict.report
            comparison = verdict.comparison
        }

        /// Reads what `cbor` gave.
        init(cbor bytes: [UInt8]) throws(CBORError) {
            var reader = try CBORReader(bytes)
            (report, comparison) = try reader.readTuple(2) { reader throws(CBORError) in
                (try VerificationReport(from: &reader), try RequestComparison(from: &reader))
            }
            try reader.finish()
        }

        var cbor: [UInt8] {
            var writer = CBORWriter(capacity: 4096)
            writer.array(2)
            report.write(to: &writer)
            comparison.write(to: &writer)
            return writer.bytes
        }
    }
}
