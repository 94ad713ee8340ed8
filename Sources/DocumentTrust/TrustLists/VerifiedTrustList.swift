public import MobileDocument

/// What lists of both kinds say, `VerifiedVICAL` and `VerifiedRICAL`, once their signer, signature and dates have been verified.
public protocol VerifiedTrustList: Sendable {
    /// Which kind it is.
    static var kind: TrustListKind { get }

    /// Who publishes the list.
    var provider: String { get }
    /// The number of this issue, where the provider counts them.
    var issueID: UInt64? { get }
    /// When it was made.
    var date: Instant { get }
    /// When a newer one is due.
    var nextUpdate: Instant? { get }
    /// The last moment at which it may be used.
    var notAfter: Instant? { get }
    /// Where the newest one is to be had, by the list itself.
    var url: String? { get }
    /// Who signed it, and which configured root that rests on.
    var signer: SignerDescription { get }
    /// The certificates of its entries in use.
    var certificates: [ParsedCertificate] { get }
    /// Entries that are not used, with the reason.
    var dropped: [DroppedTrustListEntry] { get }
    /// Every check made.
    var report: VerificationReport { get }
}

/// A kind of list that a store can verify.
protocol StorableTrustList: VerifiedTrustList {
    static func verify(_ token: [UInt8], authorities: TrustListAuthorities, at time: Instant) -> TrustListResult<Self>
}

extension VerifiedTrustList {
    /// Which issue of whose list this is.
    var issue: TrustListIssue { TrustListIssue(provider: provider, number: issueID, date: date) }

    /// Which issue of whose list this is, in words, as reports name it.
    public var provenance: String { issue.provenance(of: Self.kind.name) }

    /// Checks that this list may take the place of the one held. The same issue may be taken again.
    public func supersedes(_ held: Self) throws(TrustListRollback) { try issue.supersedes(held.issue) }
}
