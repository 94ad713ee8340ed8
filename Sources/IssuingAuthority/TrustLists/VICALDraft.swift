public import DocumentTrust
public import MobileDocument

/// What a VICAL will say, before it is signed.
public struct VICALDraft: Sendable {
    /// An authority to be listed. Everything else an entry says is taken from the certificate.
    public struct Entry: Sendable {
        /// The authority's root.
        public let certificate: ParsedCertificate
        /// The document types it may vouch for, in the order in which they are written.
        public let docTypes: [DocType]
        /// The authority's name, as the provider calls it.
        public let issuingAuthority: String?

        /// Lists an authority.
        public init(_ certificate: ParsedCertificate, docTypes: [DocType], issuingAuthority: String? = nil) {
            self.certificate = certificate
            self.docTypes = docTypes
            self.issuingAuthority = issuingAuthority
        }
    }

    /// Who publishes the list.
    public var provider: String
    /// The number of this issue, higher with each.
    public var issueID: UInt64?
    /// When it is made.
    public var date: Instant
    /// When the next one is due.
    public var nextUpdate: Instant?
    /// The last moment at which it may be used; of the second edition.
    public var notAfter: Instant?
    /// Where the newest one is to be had; of the second edition.
    public var url: String?
    /// The authorities.
    public var entries: [Entry]

    /// Begins a list.
    public init(
        provider: String, issueID: UInt64? = nil, date: Instant, nextUpdate: Instant? = nil, notAfter: Instant? = nil, url: String? = nil,
        entries: [Entry]
    ) {
        self.provider = provider
        self.issueID = issueID
        self.date = date
        self.nextUpdate = nextUpdate
        self.notAfter = notAfter
        self.url = url
        self.entries = entries
    }
}
