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
        let sha256: String
        let provider: String
        let issueID: UInt64?
        let date: String
        /// The root it verified to.
        let authority: String
        let added: String
        /// The address it was fetched from; nil where it came as a file.
        let source: String?
    }

    /// An authority that is never trusted.
    struct Distrusted: Codable {
        let sha256: String
        /// SHA-256 of its public key; nil where the certificate was not at hand.
        let key: String?
        let subject: String?
        let reason: String
        let added: String
    }

    /// Written before authorities could be distrusted; still read.
    static let firstFormat = "mdoc trust store 1"
    /// A number of its own, so that software that knows no distrust does not read past it.
    static let currentFormat = "mdoc trust store 2"

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
        if format != Self.firstFormat { distrusted = try container.decode([Distrusted].self, forKey: .distrusted) }
    }
}
