/// The issuing authorities whose documents are accepted. A snapshot: to change trust, make a new one.
///
/// An empty list accepts nothing. It is another type than `ReaderTrustList`, so roots of one kind cannot end up as the other.
public struct IssuerTrustList: Sendable {
    let index: TrustAnchorIndex
    let cache: SignerCache

    /// Makes a list.
    public init(_ anchors: [TrustAnchor]) {
        index = TrustAnchorIndex(anchors)
        cache = SignerCache()
    }

    /// The authorities.
    public var anchors: [TrustAnchor] { index.anchors }
}
