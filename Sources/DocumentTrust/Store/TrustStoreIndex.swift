import MobileDocument

/// What a store holds, as its index file says. Certificates and lists lie beside it, named by their SHA-256.
struct TrustStoreIndex: Codable {
    /// One certificate that a person confirmed.
    struct Certificate: Codable {
        let sha256: String
        let role: TrustRole
        let subject: String
        let provenance: String
        /// Nil for any.
        let docTypes: [String]?
        /// Nil for any.
        let jurisdictions: [String]?
        let added: String
    }

    /// The newest issue of one provider's list.
    struct List: Codable {
        let kind: TrustListKind
        let sha256: String
        let provider: String
        let issueID: UInt64?
        let date: String
        /// The root it verified to.
        let authority: String
        let added: String
        /// The address it was fetched from; nil where it came as a file.
        let source: String?

        init(_ list: any VerifiedTrustList, sha256: String, added: String, source: String?) {
            kind = type(of: list).kind
            self.sha256 = sha256
            provider = list.provider
            issueID = list.issueID
            date = list.date.description
            authority = Hexadecimal.text(list.signer.authorityFingerprint)
            self.added = added
            self.source = source
        }
    }

    /// An authority that is never trusted.
    struct Distrusted: Codable {
        let sha256: String
        /// SHA-256 of its public key; nil where the certificate was not at hand.
        var key: String?
        var subject: String?
        let reason: String
        let added: String
    }

    /// A new number whenever software that knows only the older form must not read past what is new.
    static let currentFormat = "mdoc trust store 3"

    var format = currentFormat
    var certificates: [Certificate] = []
    var lists: [List] = []
    var distrusted: [Distrusted] = []
}
