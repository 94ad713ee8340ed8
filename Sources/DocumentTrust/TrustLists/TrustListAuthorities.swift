/// The authorities whose signed trust lists are believed. A snapshot: to change trust, make a new one.
///
/// They say who may vouch for documents; they vouch for no document themselves. So this is another type than
/// `IssuerTrustList`, and a root of one kind cannot end up as the other.
public struct TrustListAuthorities: Sendable {
    let index: TrustAnchorIndex
    let revocationLists: RevocationLists

    /// Makes a list; an empty one believes nobody.
    ///
    /// - Parameters:
    ///   - anchors: the authorities.
    ///   - revocationLists: their revocation lists, fetched ahead of time. Where none is at hand for a list signer's
    ///     authority, revocation is reported as unknown.
    public init(_ anchors: [TrustAnchor], revocationLists: [RevocationList] = []) {
        self.init(anchors, distrusted: [], revocationLists: revocationLists)
    }

    /// - Parameter distrusted: authorities that are no link and no signer of a list either.
    init(_ anchors: [TrustAnchor], distrusted: [DistrustedAuthority], revocationLists: [RevocationList]) {
        index = TrustAnchorIndex(anchors, distrusted: distrusted)
        self.revocationLists = RevocationLists(revocationLists)
    }

    /// The authorities.
    public var anchors: [TrustAnchor] { index.anchors }
}
