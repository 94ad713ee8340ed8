public import DocumentTrust

/// Everything a wallet knows before it asks its owner: who asks, what for, and what could be answered.
public struct RequestReview: Sendable {
    /// The request.
    public let request: PresentedRequest
    /// Who signed it.
    public let readers: ReaderAuthenticationResult
    /// What could be answered.
    public let match: RequestMatch
    let documents: [HeldDocument]
}
