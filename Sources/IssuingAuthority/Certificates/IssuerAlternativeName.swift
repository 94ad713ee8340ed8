import SwiftASN1
import X509

/// The issuer alternative name extension (RFC 5280 4.2.1.7), always non-critical here.
struct IssuerAlternativeName: CertificateExtensionConvertible {
    /// `id-ce-issuerAltName`
    static let identifier: ASN1ObjectIdentifier = [2, 5, 29, 18]

    /// What the extension says, at least one name.
    let names: [GeneralName]

    init(_ contact: AlternativeName) throws(IssuingError) {
        names = [try contact.generalName()]
    }

    func makeCertificateExtension() throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        // GeneralNames ::= SEQUENCE OF GeneralName
        try serializer.serializeSequenceOf(names)
        return .init(oid: Self.identifier, critical: false, value: serializer.serializedBytes[...])
    }
}
