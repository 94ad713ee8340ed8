public import MobileDocument

/// A list of issuing authorities whose signer, signature and dates have been verified. Only a verification makes one.
public struct VerifiedVICAL: StorableTrustList {
    /// Which kind of list it is.
    public static let kind = TrustListKind.vical

    /// Who publishes the list.
    public let provider: String
    /// The number of this issue, where the provider counts them.
    public let issueID: UInt64?
    /// When it was made.
    public let date: Instant
    /// When a newer one is due.
    public let nextUpdate: Instant?
    /// The last moment at which it may be used.
    public let notAfter: Instant?
    /// Where the newest one is to be had, by the list itself.
    public let url: String?
    /// Who signed it, and which configured root that rests on.
    public let signer: SignerDescription
    /// The authorities it names.
    public let entries: [VICALEntry]
    /// Entries that are not used, with the reason.
    public let dropped: [DroppedTrustListEntry]
    /// Every check made.
    public let report: VerificationReport

    init(
        _ content: SignedListContent, signer: SignerDescription, entries: [VICALEntry], dropped: [DroppedTrustListEntry], report: VerificationReport
    ) {
        provider = content.provider
        issueID = content.issueID
        date = content.date.instant
        nextUpdate = content.nextUpdate?.instant
        notAfter = content.notAfter?.instant
        url = content.url
        self.signer = signer
        self.entries = entries
        self.dropped = dropped
        self.report = report
    }

    /// The authorities as trust anchors, each for the document types its entry lists and no others, and as long as the list may be used.
    public var anchors: [TrustAnchor] { entries.map { TrustAnchor($0, of: self) } }

    /// The certificates of the entries in use.
    public var certificates: [ParsedCertificate] { entries.map(\.certificate) }

    static func verify(_ token: [UInt8], authorities: TrustListAuthorities, at time: Instant) -> TrustListResult<VerifiedVICAL> {
        VICALVerification.verify(token, authorities: authorities, at: time)
    }
}
