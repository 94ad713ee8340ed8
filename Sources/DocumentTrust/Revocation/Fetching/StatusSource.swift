import CBOR
import MobileDocument

/// An address to keep fresh, with the certificates of which one must vouch for its tokens.
public struct StatusSource: Sendable {
    /// The address.
    public let uri: String
    /// The root of the documents' signers, or the certificate the documents name; several while keys change.
    public let authorities: [ParsedCertificate]
    /// The root of the document that names it; nil where somebody configured it by hand. What documents under one root can
    /// make a refresher watch is bounded, so that they leave room for those of others.
    public let root: ParsedCertificate?

    /// Names an address.
    public init(uri: String, vouchedBy authorities: [ParsedCertificate], namedUnder root: ParsedCertificate? = nil) {
        self.uri = uri
        self.authorities = authorities
        self.root = root
    }

    /// The addresses a document names, each with the certificate that vouches for it. One it names unreadably has none.
    static func all(named status: StatusReference, root: ParsedCertificate) -> [StatusSource] {
        let places = [
            status.statusList.map { ($0.uri, $0.certificate) }, status.identifierList.map { ($0.uri, $0.certificate) },
        ]
        return places.compactMap { $0 }.map { uri, certificate in
            StatusSource(
                uri: uri, vouchedBy: certificate.map { [try? ParsedCertificate($0)].compactMap { $0 } } ?? [root], namedUnder: root)
        }
    }
}
