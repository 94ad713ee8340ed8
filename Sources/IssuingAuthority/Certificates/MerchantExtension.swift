import DocumentTrust
import SwiftASN1
import X509

/// Merchant and team, in the form `MerchantCertificate` reads.
struct MerchantExtension: CertificateExtensionConvertible {
    let merchantIdentifier: String
    let teamIdentifier: String

    func makeCertificateExtension() throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { members in
            for text in [merchantIdentifier, teamIdentifier] { try members.serialize(ASN1UTF8String(text)) }
        }
        return .init(oid: MerchantCertificateExtension.merchant, critical: false, value: serializer.serializedBytes[...])
    }
}
