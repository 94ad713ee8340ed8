/// The authorities whose reader certificates a wallet trusts. A snapshot: to change trust, make a new one.
public struct ReaderTrustList: Sendable {
    let index: TrustAnchorIndex

    /// Makes a list; an empty one trusts nobody.
    public init(_ anchors: [TrustAnchor]) { index = TrustAnchorIndex(anchors) }

    /// The authorities.
    public var anchors: [TrustAnchor] { index.anchors }
}
