/// The issuing authorities whose documents are accepted. A snapshot: to change trust, make a new one.
///
/// An empty list accepts nothing. It is another type than `ReaderTrustList`, so roots of one kind cannot end up as the other.
public struct IssuerTrustList: Sendable {
    /// By reference, since a list is handed on for every document that is verified.
    private final class Content: Sendable {
        let index: TrustAnchorIndex
        let cache: SignerCache
        let statusLists: StatusLists
        let revocationLists: RevocationLists

        init(_ index: TrustAnchorIndex, _ cache: SignerCache, _ revocationLists: RevocationLists, _ statusLists: StatusLists) {
            self.index = index
            self.cache = cache
            self.revocationLists = revocationLists
            self.statusLists = statusLists
        }
    }

    private let content: Content

    var index: TrustAnchorIndex { content.index }
    var cache: SignerCache { content.cache }
    /// Status tokens at hand.
    var statusLists: StatusLists { content.statusLists }
    /// Revocation lists at hand.
    var revocationLists: RevocationLists { content.revocationLists }

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - anchors: the authorities.
    ///   - revocationLists: their revocation lists, fetched ahead of time, for the signers of documents and of status tokens.
    ///     Where none is at hand for a signer's authority, revocation is reported as unknown.
    ///   - statusLists: status tokens, fetched ahead of time. Where a document names one that is not among them, its
    ///     revocation is reported as unknown.
    public init(_ anchors: [TrustAnchor], revocationLists: [RevocationList] = [], statusLists: StatusLists = StatusLists()) {
        self.init(anchors, distrusted: [], revocationLists: revocationLists, statusLists: statusLists)
    }

    /// - Parameter distrusted: authorities that are no link to another one either.
    init(
        _ anchors: [TrustAnchor], distrusted: [DistrustedAuthority], revocationLists: [RevocationList],
        statusLists: StatusLists = StatusLists()
    ) {
        self.init(
            index: TrustAnchorIndex(anchors, distrusted: distrusted), cache: SignerCache(), revocationLists: RevocationLists(revocationLists),
            statusLists: statusLists)
    }

    private init(index: TrustAnchorIndex, cache: SignerCache, revocationLists: RevocationLists, statusLists: StatusLists) {
        content = Content(index, cache, revocationLists, statusLists)
    }

    /// The same trust with fresher status tokens. Paths found so far are kept: they depend on the authorities alone.
    public func updating(statusLists: StatusLists) -> IssuerTrustList {
        IssuerTrustList(index: index, cache: cache, revocationLists: revocationLists, statusLists: statusLists)
    }

    /// The same trust with the paths another list has found, where both trust the same authorities.
    package func keepingPaths(of other: IssuerTrustList) -> IssuerTrustList {
        guard index.isSame(as: other.index) else { return self }
        return IssuerTrustList(index: other.index, cache: other.cache, revocationLists: revocationLists, statusLists: statusLists)
    }

    /// Whether a certificate is of an authority that is never trusted.
    func isDistrusted(_ certificate: ParsedCertificate) -> Bool { index.isDistrusted(certificate) }

    /// The authorities.
    public var anchors: [TrustAnchor] { index.anchors }
}
