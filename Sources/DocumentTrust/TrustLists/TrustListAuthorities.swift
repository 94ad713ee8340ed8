/// The authorities whose signed trust lists are believed. A snapshot: to change trust, make a new one.
///
/// They say who may vouch for documents; they vouch for no document themselves. So this is another type than
/// `IssuerTrustList`, and a root of one kind cannot end up as the other.
public struct TrustListAuthorities: Sendable {
    let index: TrustAnchorIndex

    /// Makes a list; an empty one believes nobody.
    public init(_ anchors: [TrustAnchor]) { index = TrustAnchorIndex(anchors) }

    /// The authorities.
    public var anchors: [TrustAnchor] { index.anchors }
}
