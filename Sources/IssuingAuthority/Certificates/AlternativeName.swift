import SwiftASN1
public import X509

/// Where the authority behind a certificate can be reached: the content of the issuer alternative name, which
/// 18013-5 Annex B makes mandatory in issuing-authority and document-signer certificates.
///
/// The text is checked when a certificate is made.
public enum AlternativeName: Sendable, Hashable {
    /// A mailbox such as `mdl@authority.example`, without display name.
    case email(String)
    /// An absolute URI such as `https://authority.example/mdl`.
    case uri(String)

    /// Where the issuer of a certificate is reached, as its issuer alternative name says: the first mailbox or URI in it. Nil where there is
    /// none.
    public init?(issuerOf certificate: Certificate) {
        guard let value = certificate.extensions[oid: IssuerAlternativeName.identifier]?.value,
            let names = try? DER.sequence(of: GeneralName.self, identifier: .sequence, rootNode: DER.parse(value))
        else { return nil }
        for name in names {
            switch name {
            case .rfc822Name(let mailbox):
                self = .email(mailbox)
                return
            case .uniformResourceIdentifier(let uri):
                self = .uri(uri)
                return
            default: continue
            }
        }
        return nil
    }

    /// The form that goes into the extension.
    ///
    /// - Throws: ``IssuingError`` with code `issuer.contact` if the text is not a mailbox or not an absolute URI.
    func generalName() throws(IssuingError) -> GeneralName {
        switch self {
        case .email(let mailbox):
            guard InternetName.isMailbox(mailbox) else {
                throw IssuingError(.contact, "\"\(mailbox)\" is not an e-mail address")
            }
            return .rfc822Name(mailbox)
        case .uri(let uri):
            guard InternetName.scheme(ofURI: uri) != nil else {
                throw IssuingError(.contact, "\"\(uri)\" is not an absolute URI")
            }
            return .uniformResourceIdentifier(uri)
        }
    }
}
