public import DocumentTrust

/// A simulator's response. It has none of the types of a verified one, so that nothing takes it for that.
public struct MockResponse: Sendable {
    /// The documents, at least one.
    public let documents: [MockDocument]
    /// Every check; those that only an issuer can pass are skipped.
    public let report: VerificationReport
    /// How the answer compares with the request.
    public let comparison: RequestComparison
}
