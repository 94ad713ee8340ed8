public import MobileDocument

/// A trust list in a store, judged at one moment.
public struct StoredTrustList<List: VerifiedTrustList>: Sendable {
    /// Who publishes it.
    public let provider: String
    /// The number of the issue held.
    public let issueID: UInt64?
    /// When that issue was made.
    public let date: Instant
    /// SHA-256 of the root it verified to when it was added.
    public let authorityFingerprint: [UInt8]
    /// When it was added.
    public let added: Instant
    /// The address it is fetched from; where it came as a file, the one it named itself; nil where it named none.
    public let source: String?
    /// SHA-256 of the list as signed.
    public let fingerprint: [UInt8]
    /// What became of it at the moment it was judged. A refused list adds no authority.
    public let result: TrustListResult<List>

    /// Seconds since the issue was made.
    public func age(at time: Instant) -> Int64 { time.secondsSinceEpoch - date.secondsSinceEpoch }

    /// Where to fetch the next issue: from where this one came, or else where the verified list itself says it is to be had.
    public var refreshAddress: String? {
        if let source { return source }
        return list?.url
    }

    /// When its provider owes the next issue; nil where the list does not say so, or is refused.
    public var nextUpdate: Instant? { list?.nextUpdate }

    /// The list itself; nil if it is refused.
    public var list: List? { result.list }
}

extension StoredTrustList<VerifiedVICAL> {
    /// The authorities it adds; none if it is refused.
    public var anchors: [TrustAnchor] { list?.anchors ?? [] }
}
