public import DocumentTrust

/// How a verification ended.
public enum Verdict: Sendable {
    /// Everything that must hold does; here are the elements.
    case verified(VerifiedResponse)
    /// Something does not; here is the report and nothing else.
    case refused(Refusal)

    /// The full report, either way.
    public var report: VerificationReport {
        switch self {
        case .verified(let response): response.report
        case .refused(let refusal): refusal.report
        }
    }

    /// How the answer compares with the request, either way.
    package var comparison: RequestComparison {
        switch self {
        case .verified(let response): response.comparison
        case .refused(let refusal): refusal.comparison
        }
    }

    /// The result as JSON in its stable form.
    public var output: VerificationOutput {
        switch self {
        case .verified(let response): output(with: response.documents.map(\.output))
        case .refused: output(with: nil)
        }
    }

    private func output(with documents: [VerificationOutput.Document]?) -> VerificationOutput {
        switch self {
        case .verified(let response):
            VerificationOutput(
                verdict: .verified, report: response.report, documents: documents,
                asked: response.comparison.asked, answered: response.comparison.answered, missing: response.comparison.missing,
                unrequested: response.comparison.unrequested)
        case .refused(let refusal):
            VerificationOutput(
                verdict: refusal.isMockData ? .mock : .refused, report: refusal.report, documents: nil,
                asked: refusal.comparison.asked, answered: refusal.comparison.answered, missing: refusal.comparison.missing,
                unrequested: refusal.comparison.unrequested)
        }
    }
}
