import CBOR
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import SwiftASN1
import X509

/// A certificate that keeps its profile, to be broken in one way.
struct CertificateDraft {
    enum AuthorityKey {
        case issuer, other, none
    }

    static let rootKey = P256.Signing.PrivateKey()
    private static let signerKey = P256.Signing.PrivateKey()

    var version = Certificate.Version.v3
    var serialNumber: [UInt8] = [0x42] + [UInt8](repeating: 7, count: 15)
    var country: String? = "UT"
    var state: String?
    var organization: String? = "Utopia"
    var commonName: String?
    var issuer: DistinguishedName?
    var notBefore = World.now.advanced(byDays: -10)
    var days = 300
    var usage: KeyUsage?
    var usageIsCritical = true
    var constraints: BasicConstraints?
    var constraintsAreCritical = true
    var purposes: [ASN1ObjectIdentifier]?
    var hasSubjectKey = true
    var authorityKey = AuthorityKey.issuer
    /// Content of issuerAltName, DER.
    var issuerName: [UInt8]? = [0x30, 0x0c, 0x81, 0x0a] + Array("m@utopia.ut".utf8.prefix(10))
    /// Content of cRLDistributionPoints, DER.
    var revocationList: [UInt8]? = CertificateDraft.distributionPoint(tag: 0x86, Array("https://utopia.ut/crl".utf8))
    var others: [Certificate.Extension] = []
    var signingKey: Certificate.PrivateKey = .init(rootKey)

    static func distributionPoint(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        func wrapped(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
        return wrapped(0x30, wrapped(0x30, wrapped(0xa0, wrapped(0xa0, wrapped(tag, content)))))
    }

    /// A root of an issuing authority.
    static var root: CertificateDraft {
        var draft = CertificateDraft(commonName: "Utopia IACA")
        draft.days = 3000
        draft.usage = KeyUsage(keyCertSign: true, cRLSign: true)
        draft.constraints = .isCertificateAuthority(maxPathLength: 0)
        draft.authorityKey = .none
        return draft
    }

    /// An end entity under that root.
    static func signer(_ name: String, purposes: [ASN1ObjectIdentifier]?) -> CertificateDraft {
        var draft = CertificateDraft(commonName: name)
        draft.issuer = try? root.subject()
        draft.usage = KeyUsage(digitalSignature: true)
        draft.purposes = purposes
        return draft
    }

    /// A draft that keeps a profile.
    static func keeping(_ profile: CertificateProfile) -> CertificateDraft {
        var draft =
            switch profile.name {
            case "issuing-authority", "aamva-issuing-authority": root
            case "reader": signer("Utopia Reader", purposes: [[1, 0, 18013, 5, 1, 6]])
            case "vical-signer": signer("Utopia VICAL", purposes: [[1, 0, 18013, 5, 1, 8]])
            case "status-signer": signer("Utopia Status", purposes: nil)
            case "eu-pid-signer": signer("Utopia PID", purposes: [[1, 3, 130, 2, 0, 0, 1, 2]])
            default: signer("Utopia DS", purposes: [[1, 0, 18013, 5, 1, 2]])
            }
        if profile.name.hasPrefix("aamva") { draft.state = "UT-A" }
        return draft
    }

    func subject() throws -> DistinguishedName {
        try DistinguishedName {
            if let country { CountryName(country) }
            if let state { StateOrProvinceName(state) }
            if let organization { OrganizationName(organization) }
            if let commonName { CommonName(commonName) }
        }
    }

    /// Signs the certificate: a draft with an issuer's name as an end entity, another as a root with its own key.
    func make() throws -> ParsedCertificate {
        let key: Certificate.PublicKey = issuer == nil ? .init(Self.rootKey.publicKey) : .init(Self.signerKey.publicKey)
        let certificate = try Certificate(
            version: version, serialNumber: .init(bytes: serialNumber), publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: Double(notBefore.secondsSinceEpoch)),
            notValidAfter: Date(timeIntervalSince1970: Double(notBefore.advanced(byDays: days).secondsSinceEpoch)),
            issuer: issuer ?? subject(), subject: subject(), signatureAlgorithm: algorithm, extensions: extensions(of: key),
            issuerPrivateKey: signingKey)
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return try ParsedCertificate(ByteSlice(serializer.serializedBytes))
    }

    private var algorithm: Certificate.SignatureAlgorithm { signingKey.description.contains("25519") ? .ed25519 : .ecdsaWithSHA256 }

    private func extensions(of key: Certificate.PublicKey) throws -> Certificate.Extensions {
        var list: [Certificate.Extension] = []
        func identifier(_ key: Certificate.PublicKey) -> ArraySlice<UInt8> { ArraySlice(Insecure.SHA1.hash(data: key.subjectPublicKeyInfoBytes)) }
        if let usage {
            var item = try Certificate.Extension(usage, critical: usageIsCritical)
            item.critical = usageIsCritical
            list.append(item)
        }
        if let constraints { list.append(try Certificate.Extension(constraints, critical: constraintsAreCritical)) }
        if let purposes { list.append(try Certificate.Extension(ExtendedKeyUsage(purposes.map { .init(oid: $0) }), critical: true)) }
        if hasSubjectKey { list.append(try Certificate.Extension(SubjectKeyIdentifier(keyIdentifier: identifier(key)), critical: false)) }
        switch authorityKey {
        case .issuer:
            list.append(
                try Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: identifier(.init(Self.rootKey.publicKey))), critical: false))
        case .other: list.append(try Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: [1, 2, 3]), critical: false))
        case .none: break
        }
        if let issuerName { list.append(Certificate.Extension(oid: [2, 5, 29, 18], critical: false, value: issuerName[...])) }
        if let revocationList { list.append(Certificate.Extension(oid: [2, 5, 29, 31], critical: false, value: revocationList[...])) }
        return try Certificate.Extensions(list + others)
    }
}
