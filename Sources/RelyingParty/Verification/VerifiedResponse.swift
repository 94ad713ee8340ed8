public import DocumentTrust

/// A response that has been verified in full. Only `Verifier` makes one.
public struct VerifiedResponse: Sendable {
    /// The documents, at least one.
    public let documents: [VerifiedDocument]
    /// Every check, warnings included.
    public let report: VerificationReport
    /// How the answer compares with the request.
    public let comparison: RequestComparison
}
