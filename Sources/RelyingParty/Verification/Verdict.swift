public import DocumentTrust

/// How a verification ended.
public enum Verdict: Sendable {
    /// Everything that must hold does; here are the elements.
    case verified(VerifiedResponse)
    /// Something does not; here is the report and nothing else.
    case refused(Refusal)
    /// A simulator's mock data, which only the profiles for tests let through. Nothing in it is real.
    case mock(MockResponse)

    /// The full report, either way.
    public var report: VerificationReport {
        switch self {
        case .verified(let response): response.report
        case .refused(let refusal): refusal.report
        case .mock(let response): response.report
        }
    }

    /// Where the revocation of the documents is published, either way: of a refused response for those alone of which nothing but a
    /// revocation is in doubt. For refreshers to watch, so that a later answer is judged by it.
    public var publishedRevocation: [PublishedRevocation] {
        switch self {
        case .verified(let response): response.documents.map { PublishedRevocation(signer: $0.signer, statusSources: $0.statusSources) }
        case .refused(let refusal): refusal.publishedRevocation
        case .mock: []
        }
    }

    /// How the answer compares with the request, either way.
    package var comparison: RequestComparison {
        switch self {
        case .verified(let response): response.comparison
        case .refused(let refusal): refusal.comparison
        case .mock(let response): response.comparison
        }
    }

    /// The result as JSON in its stable form.
    public var output: VerificationOutput {
        switch self {
        case .verified(let response): output(with: response.documents.map(\.output))
        case .refused, .mock: output(with: nil)
        }
    }

    private func output(with documents: [VerificationOutput.Document]?) -> VerificationOutput {
        VerificationOutput(
            verdict: word, report: report, documents: documents, asked: comparison.asked, answered: comparison.answered,
            missing: comparison.missing, unrequested: comparison.unrequested)
    }

    private var word: VerificationOutput.Verdict {
        switch self {
        case .verified: .verified
        case .refused(let refusal): refusal.isMockData ? .mock : .refused
        case .mock: .mock
        }
    }
}
