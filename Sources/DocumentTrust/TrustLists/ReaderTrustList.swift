/// The authorities whose reader certificates a wallet trusts. A snapshot: to change trust, make a new one.
public struct ReaderTrustList: Sendable {
    /// Age in seconds beyond which a revocation list of readers is not relied on: two days, within which a withdrawn
    /// certificate stops being trusted.
    public static let defaultMaximumListAge: Int64 = 172_800

    let index: TrustAnchorIndex
    let revocationLists: RevocationLists
    let maximumListAge: Int64

    /// Makes a list; an empty one trusts nobody.
    ///
    /// - Parameters:
    ///   - anchors: the authorities.
    ///   - revocationLists: their revocation lists, fetched ahead of time. An authority of which none is given leaves
    ///     revocation unknown, which refuses nothing; one whose lists are all too old has its readers refused.
    ///   - maximumListAge: seconds since a list was made after which it is too old, even before its next update is due.
    public init(_ anchors: [TrustAnchor], revocationLists: [RevocationList] = [], maximumListAge: Int64 = defaultMaximumListAge) {
        index = TrustAnchorIndex(anchors)
        self.revocationLists = RevocationLists(revocationLists)
        self.maximumListAge = max(maximumListAge, 0)
    }

    /// The authorities.
    public var anchors: [TrustAnchor] { index.anchors }
}
