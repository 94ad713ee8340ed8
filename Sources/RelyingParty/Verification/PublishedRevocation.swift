public import DocumentTrust

/// Where the revocation of a document, and of who signed it, is published: addresses for refreshers to watch, and nothing of the document itself.
public struct PublishedRevocation: Sendable {
    /// Who issued the document, for a `TrustRefresher` to watch.
    public let signer: SignerDescription
    /// Where the document's own revocation is published, for a `StatusRefresher` to watch.
    public let statusSources: [StatusSource]
}
