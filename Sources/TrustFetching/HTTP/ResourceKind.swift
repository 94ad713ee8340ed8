/// What is fetched, which decides what is asked for and how far the answer is let in.
public enum ResourceKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// A status or identifier list (ISO/IEC 18013-5 second edition, 12.3.6).
    case statusToken
    /// A signed list of issuing authorities (VICAL).
    case issuerList
    /// A signed list of readers' authorities (RICAL).
    case readerList
    /// A certificate revocation list (RFC 5280, section 5).
    case revocationList
    /// The file by which the owner of a domain proves that it is theirs.
    case domainChallenge

    /// The types that are asked for, by preference.
    var accept: String {
        switch self {
        case .statusToken: "application/statuslist+cwt, application/identifierlist+cwt"
        case .issuerList, .readerList: "application/cwt, application/octet-stream;q=0.5"
        case .revocationList: "application/pkix-crl, application/octet-stream;q=0.5"
        case .domainChallenge: "text/plain"
        }
    }

    /// Whether a content type is one that a server may give it. Servers are careless with types, and the signature decides;
    /// so another type is reported and not refused.
    func isExpected(contentType: String?) -> Bool {
        guard let type = contentType?.split(separator: ";").first?.lowercased().filter({ $0 != " " }) else { return false }
        return switch self {
        case .statusToken: ["application/statuslist+cwt", "application/identifierlist+cwt", "application/cwt"].contains(type)
        case .issuerList, .readerList: ["application/cwt", "application/cbor", "application/octet-stream"].contains(type)
        case .revocationList: ["application/pkix-crl", "application/x-pkcs7-crl", "application/octet-stream"].contains(type)
        case .domainChallenge: type == "text/plain"
        }
    }

    /// Most bytes of content, after decompression.
    public var maximumBytes: Int {
        switch self {
        case .statusToken: 4 << 20
        case .issuerList, .readerList: 16 << 20
        case .revocationList: 8 << 20
        case .domainChallenge: 1_024
        }
    }

    /// Whether http will do. Revocation lists are signed and dated, are the same for everybody, and authorities publish them
    /// over http on purpose: RFC 5280 (section 8) warns of https there, since checking the server's certificate may need
    /// the very list. Whoever alters the answer achieves what cutting the line does.
    var permitsPlainHTTP: Bool { self == .revocationList }

    /// Whether it counts only from the host, and port, that was named.
    var staysOnHost: Bool { self == .domainChallenge }
}
