import RelyingParty

/// What is kept fresh because of a document: the revocation list of its signer, and the status lists that it names.
struct WatchedNames: Hashable {
    private struct Source: Hashable {
        let uri: String
        let authorities: [[UInt8]]
    }

    private let signer: [UInt8]
    private let root: [UInt8]
    private let sources: [Source]

    init(_ published: PublishedRevocation) {
        signer = published.signer.fingerprint
        root = published.signer.authorityFingerprint
        sources = published.statusSources.map { Source(uri: $0.uri, authorities: $0.authorities.map(\.fingerprint)) }
    }
}
