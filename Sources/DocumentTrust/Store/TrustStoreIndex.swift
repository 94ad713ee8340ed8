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

    static let currentFormat = "mdoc trust store 1"

    var format = currentFormat
    var certificates: [Certificate] = []
    var lists: [List] = []
}
