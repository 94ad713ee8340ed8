import MobileDocument

/// The issuing authorities whose documents are accepted. A snapshot: to change trust, make a new one.
///
/// An empty list accepts nothing. It is another type than `ReaderTrustList`, so roots of one kind cannot end up as the other.
public struct IssuerTrustList: Sendable {
    let index: TrustAnchorIndex
    let cache: SignerCache
    private let revocationLists: RevocationLists

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - anchors: the authorities.
    ///   - revocationLists: their revocation lists, fetched ahead of time. Where none is at hand for a signer's authority,
    ///     revocation is reported as unknown.
    public init(_ anchors: [TrustAnchor], revocationLists: [RevocationList] = []) {
        index = TrustAnchorIndex(anchors)
        cache = SignerCache()
        self.revocationLists = RevocationLists(revocationLists)
    }

    /// The newest revocation list of an authority that was made before a time.
    func revocationList(of authority: ParsedCertificate, before time: Instant) -> RevocationList? {
        revocationLists.newest(of: authority, before: time)
    }

    /// The authorities.
    public var anchors: [TrustAnchor] { index.anchors }
}
