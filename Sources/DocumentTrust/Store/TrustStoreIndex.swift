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
        /// Nil in stores of the older formats, which know lists of issuing authorities only.
        private let namedKind: TrustListKind?
        let sha256: String
        let provider: String
        let issueID: UInt64?
        let date: String
        /// The root it verified to.
        let authority: String
        let added: String
        /// The address it was fetched from; nil where it came as a file.
        let source: String?

        private enum CodingKeys: String, CodingKey {
            case namedKind = "kind"
            case sha256, provider, issueID, date, authority, added, source
        }

        init(_ list: any VerifiedTrustList, sha256: String, added: String, source: String?) {
            namedKind = type(of: list).kind
            self.sha256 = sha256
            provider = list.provider
            issueID = list.issueID
            date = list.date.description
            authority = Hexadecimal.text(list.signer.authorityFingerprint)
            self.added = added
            self.source = source
        }

        var kind: TrustListKind { namedKind ?? .vical }
        var namesKind: Bool { namedKind != nil }
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

    /// Written before authorities could be distrusted; still read.
    static let firstFormat = "mdoc trust store 1"
    /// Written before there were lists of readers' authorities; still read.
    static let secondFormat = "mdoc trust store 2"
    /// A new number whenever software that knows only the older form must not read past what is new.
    static let currentFormat = "mdoc trust store 3"

    var format = currentFormat
    var certificates: [Certificate] = []
    var lists: [List] = []
    var distrusted: [Distrusted] = []
}

extension TrustStoreIndex {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        format = try container.decode(String.self, forKey: .format)
        certificates = try container.decode([Certificate].self, forKey: .certificates)
        lists = try container.decode([List].self, forKey: .lists)
        // What could be missing only in an older store must not be missing in one of today.
        if format == Self.currentFormat, lists.contains(where: { !$0.namesKind }) {
            throw DecodingError.dataCorruptedError(forKey: .lists, in: container, debugDescription: "a list without its kind")
        }
        if format != Self.firstFormat { distrusted = try container.decode([Distrusted].self, forKey: .distrusted) }
    }
}
