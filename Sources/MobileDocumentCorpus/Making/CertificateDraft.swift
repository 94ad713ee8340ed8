import Crypto
import MobileDocument
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A certificate that may break any rule: an end entity that signs documents, until it is changed.
struct CertificateDraft {
    var version = Certificate.Version.v3
    var country: String? = "UT"
    var commonName = "Utopia Signer"
    /// The whole subject, in place of country and common name.
    var name: DistinguishedName?
    var serialNumber: [UInt8] = [0x42] + [UInt8](repeating: 7, count: 15)
    var notBefore: Instant
    var notAfter: Instant
    var usage: KeyUsage? = KeyUsage(digitalSignature: true)
    var purposes: [ASN1ObjectIdentifier]? = [[1, 0, 18013, 5, 1, 2]]
    var constraints: BasicConstraints?
    /// Content of issuerAltName, DER: a mail address.
    var issuerName: [UInt8] = [0x30, 0x0c, 0x81, 0x0a] + Array("m@ut.examp".utf8)
    /// Further extensions.
    var others: [Certificate.Extension] = []
    var key: P256.Signing.PrivateKey
    /// The issuer's name; nil for its own.
    var issuer: DistinguishedName?
    var issuerKey: P256.Signing.PrivateKey

    init(now: Instant, key: P256.Signing.PrivateKey, issuer: DistinguishedName?, issuerKey: P256.Signing.PrivateKey) {
        notBefore = now.advanced(byDays: -10)
        notAfter = now.advanced(byDays: 300)
        self.key = key
        self.issuer = issuer
        self.issuerKey = issuerKey
    }

    /// A root of its own key.
    static func root(now: Instant, key: P256.Signing.PrivateKey, name: String) -> CertificateDraft {
        var draft = CertificateDraft(now: now, key: key, issuer: nil, issuerKey: key)
        draft.commonName = name
        draft.notAfter = now.advanced(byDays: 3000)
        draft.usage = KeyUsage(keyCertSign: true, cRLSign: true)
        draft.purposes = nil
        draft.constraints = .isCertificateAuthority(maxPathLength: 0)
        return draft
    }

    func subject() throws -> DistinguishedName {
        if let name { return name }
        return try DistinguishedName {
            if let country { CountryName(country) }
            CommonName(commonName)
        }
    }

    /// Signs it; in DER.
    func encoded() throws -> [UInt8] {
        let certificate = try Certificate(
            version: version, serialNumber: .init(bytes: serialNumber), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: Double(notBefore.secondsSinceEpoch)),
            notValidAfter: Date(timeIntervalSince1970: Double(notAfter.secondsSinceEpoch)), issuer: issuer ?? subject(), subject: subject(),
            signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions(), issuerPrivateKey: .init(issuerKey))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    private func extensions() throws -> Certificate.Extensions {
        guard version == .v3 else { return Certificate.Extensions() }
        var list: [Certificate.Extension] = []
        if let usage { list.append(try Certificate.Extension(usage, critical: true)) }
        if let constraints { list.append(try Certificate.Extension(constraints, critical: true)) }
        if let purposes { list.append(try Certificate.Extension(ExtendedKeyUsage(purposes.map { .init(oid: $0) }), critical: true)) }
        let identifier = Insecure.SHA1.hash(data: Certificate.PublicKey(key.publicKey).subjectPublicKeyInfoBytes)
        list.append(try Certificate.Extension(SubjectKeyIdentifier(keyIdentifier: ArraySlice(identifier)), critical: false))
        list.append(Certificate.Extension(oid: [2, 5, 29, 18], critical: false, value: issuerName[...]))
        return try Certificate.Extensions(list + others)
    }
}
