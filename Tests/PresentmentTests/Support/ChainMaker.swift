import Crypto
import Foundation
import SwiftASN1
import X509

/// Certificates of readers and their authorities, right ones and wrong ones. All at one fixed time.
struct ChainMaker {
    static let now = Date(timeIntervalSince1970: 1_780_315_200)
    static func days(_ count: Double) -> Date { now.addingTimeInterval(count * 86_400) }

    /// A certificate with its key.
    struct Identity {
        let certificate: Certificate
        let key: Certificate.PrivateKey
        var encoded: [UInt8] { (try? certificate.serializeAsPEM().derBytes) ?? [] }
        /// The identifier of its key, computed.
        var keyIdentifier: [UInt8] { Array(Insecure.SHA1.hash(data: certificate.publicKey.subjectPublicKeyInfoBytes)) }
    }

    /// What a certificate says beside names.
    struct Content {
        var from = days(-10)
        var until = days(300)
        var authority: Bool?
        var pathLength: Int?
        var usage: KeyUsage?
        var purposes: [ASN1ObjectIdentifier] = []
        var stated: [UInt8]?
        var statedIssuer: [UInt8]?
        var criticalExtension = false

        static var reader: Content { Content(usage: KeyUsage(digitalSignature: true), purposes: [[1, 0, 18013, 5, 1, 6]]) }
        static var authority: Content { Content(authority: true, usage: KeyUsage(keyCertSign: true, cRLSign: true)) }
    }

    static func key() -> Certificate.PrivateKey { Certificate.PrivateKey(P256.Signing.PrivateKey()) }

    static func make(
        _ name: String, _ content: Content, key: Certificate.PrivateKey = key(), by issuer: Identity?, issuerKey: Certificate.PrivateKey? = nil
    ) throws -> Identity {
        let subject = try DistinguishedName { CommonName(name) }
        let extensions = try extensions(content, key: key.publicKey)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey, notValidBefore: content.from,
            notValidAfter: content.until, issuer: issuer?.certificate.subject ?? subject, subject: subject, extensions: extensions,
            issuerPrivateKey: issuerKey ?? issuer?.key ?? key)
        return Identity(certificate: certificate, key: key)
    }

    private static func extensions(_ content: Content, key: Certificate.PublicKey) throws -> Certificate.Extensions {
        var list: [Certificate.Extension] = []
        switch content.authority {
        case true?: list.append(try .init(BasicConstraints.isCertificateAuthority(maxPathLength: content.pathLength), critical: true))
        case false?: list.append(try .init(BasicConstraints.notCertificateAuthority, critical: true))
        case nil: break
        }
        if let usage = content.usage { list.append(try .init(usage, critical: true)) }
        if !content.purposes.isEmpty {
            list.append(try .init(ExtendedKeyUsage(content.purposes.map { ExtendedKeyUsage.Usage(oid: $0) }), critical: true))
        }
        let own = content.stated.map { SubjectKeyIdentifier(keyIdentifier: $0[...]) } ?? SubjectKeyIdentifier(hash: key)
        list.append(try .init(own, critical: false))
        if let issuer = content.statedIssuer { list.append(try .init(AuthorityKeyIdentifier(keyIdentifier: issuer[...]), critical: false)) }
        if content.criticalExtension { list.append(.init(oid: [1, 2, 3, 4], critical: true, value: [5, 0])) }
        return try Certificate.Extensions(list)
    }
}
