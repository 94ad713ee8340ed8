public import MobileDocument

/// A list of readers' authorities whose signer, signature and dates have been verified. Only a verification makes one.
///
/// A wallet gives it to its `ReaderTrustList`, which keeps to the list's trust constraints.
public struct VerifiedRICAL: StorableTrustList {
    /// Which kind of list it is.
    public static let kind = TrustListKind.rical
    /// The type of a list of authorities that vouch for readers.
    public static let readerAuthentication = "org.iso.18013.5.1.reader_authentication"

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
    /// The authorities it names, trust anchors and those below them.
    public let entries: [RICALEntry]
    /// Entries that are not used, with the reason.
    public let dropped: [DroppedTrustListEntry]
    /// Every check made.
    public let report: VerificationReport

    private let terms: RICALTerms

    init(
        _ content: SignedListContent, signer: SignerDescription, listed: SignedListEntries<RICALEntry>, terms: RICALTerms,
        report: VerificationReport
    ) {
        provider = content.provider
        issueID = content.issueID
        date = content.date.instant
        nextUpdate = content.nextUpdate?.instant
        notAfter = content.notAfter?.instant
        url = content.url
        self.signer = signer
        entries = listed.entries
        dropped = listed.dropped
        self.terms = terms
        self.report = report
    }

    /// The roots of readers it names, bound to its terms.
    var anchors: [TrustAnchor] {
        let provenance = provenance
        return entries.filter(\.isTrustAnchor).map { TrustAnchor($0.certificate, terms: terms, listEnd: notAfter, provenance: provenance) }
    }

    /// The certificates of the entries in use.
    public var certificates: [ParsedCertificate] { entries.map(\.certificate) }

    static func verify(_ token: [UInt8], authorities: TrustListAuthorities, at time: Instant) -> TrustListResult<VerifiedRICAL> {
        RICALVerification.verify(token, authorities: authorities, at: time)
    }
}
