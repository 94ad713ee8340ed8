public import DocumentTrust
public import MobileDocument

/// What a RICAL will say, before it is signed.
public struct RICALDraft: Sendable {
    /// An authority of readers to be listed. Everything else an entry says is taken from the certificate.
    public struct Entry: Sendable {
        /// The authority's certificate.
        public let certificate: ParsedCertificate
        /// Whether paths end at it; otherwise an authority above it must be listed.
        public let isTrustAnchor: Bool
        /// The authority's name, as the provider calls it.
        public let name: String?

        /// Lists an authority: a root as a trust anchor, any other certificate below one.
        public init(_ certificate: ParsedCertificate, name: String? = nil) {
            self.init(certificate, isTrustAnchor: certificate.isSelfIssued, name: name)
        }

        /// Lists an authority.
        public init(_ certificate: ParsedCertificate, isTrustAnchor: Bool, name: String? = nil) {
            self.certificate = certificate
            self.isTrustAnchor = isTrustAnchor
            self.name = name
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
    /// The last moment at which it may be used.
    public var notAfter: Instant?
    /// Where the newest one is to be had.
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
