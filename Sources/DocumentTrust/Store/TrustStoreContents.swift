/// Everything in a store, judged at one moment. Immutable: a later change of the store does not change it.
public struct TrustStoreContents: Sendable {
    /// The certificates that were confirmed, in the order in which they were added.
    public let anchors: [StoredAnchor]
    /// The lists, whether they are usable at the moment or not.
    public let lists: [StoredTrustList]

    /// Every authority that vouches for documents: those confirmed one by one, then those of usable lists.
    public var issuers: [TrustAnchor] {
        anchors.filter { $0.role == .issuer }.map(\.anchor) + lists.flatMap(\.anchors)
    }

    /// The authorities of list providers.
    public var listAuthorities: TrustListAuthorities {
        TrustListAuthorities(anchors.filter { $0.role == .list }.map(\.anchor))
    }
}
