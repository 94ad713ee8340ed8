import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import SwiftASN1
import X509

/// Certificates that may each be wrong in one way, made at a fixed time.
struct CertificateMaker {
    var subject = "CN=Utopia DS,C=UT"
    var notBefore = World.now.advanced(byDays: -10)
    var notAfter = World.now.advanced(byDays: 300)
    var extendedKeyUsage: [ASN1ObjectIdentifier]? = [[1, 0, 18013, 5, 1, 2]]
    var keyUsage: KeyUsage? = KeyUsage(digitalSignature: true)
    var isAuthority: Bool?
    var maximumPathLength: Int?
    var otherExtensions: [Certificate.Extension] = []
    var hasKeyIdentifiers = true
    var namesAuthorityKey = true

    /// A name of `C`, `ST`, `CN`, and `PCN` for a common name that is a PrintableString.
    static func name(_ text: String) throws -> DistinguishedName {
        try DistinguishedName {
            for part in text.split(separator: ",") {
                let pair = part.split(separator: "=").map(String.init)
                switch pair[0] {
                case "C": CountryName(pair[1])
                case "ST": StateOrProvinceName(pair[1])
                case "PCN": PrintableCommonName(pair[1])
                default: CommonName(pair[1])
                }
            }
        }
    }

    /// Signs the certificate with an issuer's key, or with its own.
    func make(key: P256.Signing.PrivateKey, issuer: String? = nil, issuerKey: P256.Signing.PrivateKey? = nil) throws -> ParsedCertificate {
        try make(publicKey: .init(key.publicKey), issuer: issuer, issuerKey: .init(issuerKey ?? key), algorithm: .ecdsaWithSHA256)
    }

    /// Signs the certificate with the key of an issuer that was made elsewhere.
    func make(key: P256.Signing.PrivateKey, issuerName: DistinguishedName, issuerKey: P256.Signing.PrivateKey) throws -> ParsedCertificate {
        try make(publicKey: .init(key.publicKey), issuerName: issuerName, issuerKey: .init(issuerKey), algorithm: .ecdsaWithSHA256)
    }

    /// Signs the certificate of any key with any key.
    func make(
        publicKey: Certificate.PublicKey, issuer: String?, issuerKey: Certificate.PrivateKey, algorithm: Certificate.SignatureAlgorithm
    ) throws -> ParsedCertificate {
        try make(publicKey: publicKey, issuerName: Self.name(issuer ?? subject), issuerKey: issuerKey, algorithm: algorithm)
    }

    private func make(
        publicKey: Certificate.PublicKey, issuerName: DistinguishedName, issuerKey: Certificate.PrivateKey,
        algorithm: Certificate.SignatureAlgorithm
    ) throws -> ParsedCertificate {
        let identifier = { (key: Certificate.PublicKey) in ArraySlice(Insecure.SHA1.hash(data: key.subjectPublicKeyInfoBytes)) }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(bytes: [1, 2, 3, 4, 5, 6, 7, 8]), publicKey: publicKey,
            notValidBefore: Date(timeIntervalSince1970: Double(notBefore.secondsSinceEpoch)),
            notValidAfter: Date(timeIntervalSince1970: Double(notAfter.secondsSinceEpoch)), issuer: issuerName,
            subject: try Self.name(subject), signatureAlgorithm: algorithm,
            extensions: Certificate.Extensions {
                if let keyUsage { Critical(keyUsage) }
                if let isAuthority {
                    Critical(isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: maximumPathLength) : .notCertificateAuthority)
                }
                if let extendedKeyUsage { Critical(try ExtendedKeyUsage(extendedKeyUsage.map { .init(oid: $0) })) }
                if hasKeyIdentifiers {
                    SubjectKeyIdentifier(keyIdentifier: identifier(publicKey))
                    if namesAuthorityKey { AuthorityKeyIdentifier(keyIdentifier: identifier(issuerKey.publicKey)) }
                }
                for other in otherExtensions { other }
            }, issuerPrivateKey: issuerKey)
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        // Read as a reader's, which may be large; what else there is to check is the same.
        return try ParsedCertificate(reader: ByteSlice(serializer.serializedBytes))
    }

    static func authority(_ subject: String = "CN=Utopia IACA,C=UT", pathLength: Int? = 0) -> CertificateMaker {
        CertificateMaker(
            subject: subject, notBefore: World.now.advanced(byDays: -100), notAfter: World.now.advanced(byDays: 3000), extendedKeyUsage: nil,
            keyUsage: KeyUsage(keyCertSign: true, cRLSign: true), isAuthority: true, maximumPathLength: pathLength)
    }
}
