import DocumentTrust
import SwiftASN1
import X509

/// Brand, purpose and privacy policy, in the form `ReaderRegistration` reads.
struct ReaderRegistrationExtension: CertificateExtensionConvertible {
    let registration: ReaderRegistration

    func makeCertificateExtension() throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { members in
            for text in [registration.brand, registration.purpose, registration.privacyPolicy] { try members.serialize(ASN1UTF8String(text)) }
        }
        return .init(oid: ReaderCertificateExtension.registration, critical: false, value: serializer.serializedBytes[...])
    }
}
