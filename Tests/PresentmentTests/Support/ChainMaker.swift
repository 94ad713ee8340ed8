import COSE
import Crypto
import Foundation
import IssuingAuthority
import MobileDocument
import RelyingParty
import SwiftASN1
import X509

/// Certificates of readers and their authorities, right ones and wrong ones. All at one fixed time.
struct ChainMaker {
    static let now = Date(timeIntervalSince1970: 1_780_315_200)
    static func days(_ count: Double) -> Date { now.addingTimeInterval(count * 86_400) }

    /// A certificate with its key.
    struct Identity {
        let certificate: Certificate
        let key: P256.Signing.PrivateKey
        var encoded: [UInt8] { (try? certificate.serializeAsPEM().derBytes) ?? [] }
        /// The identifier of its key, computed.
        var keyIdentifier: [UInt8] { Array(Insecure.SHA1.hash(data: certificate.publicKey.subjectPublicKeyInfoBytes)) }

        /// A reader that signs requests with it, and further certificates.
        func signer(_ others: Identity...) -> ReaderSigner {
            ReaderSigner(name: "reader", chain: [encoded] + others.map(\.encoded), key: SigningKey.p256(key))
        }
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
        /// The key usage in DER, in place of `usage`.
        var encodedUsage: [UInt8]?
        /// Names in place of the usual ones.
        var subject: DistinguishedName?
        var issuer: DistinguishedName?

        static var reader: Content { Content(usage: KeyUsage(digitalSignature: true), purposes: [[1, 0, 18013, 5, 1, 6]]) }
        static var authority: Content { Content(authority: true, usage: KeyUsage(keyCertSign: true, cRLSign: true)) }
    }

    static func key() -> P256.Signing.PrivateKey { P256.Signing.PrivateKey() }

    static func make(
        _ name: String, _ content: Content, key: P256.Signing.PrivateKey = key(), by issuer: Identity?, issuerKey: P256.Signing.PrivateKey? = nil
    ) throws -> Identity {
        let subject = try content.subject ?? DistinguishedName { CommonName(name) }
        let publicKey = Certificate.PublicKey(key.publicKey)
        let extensions = try extensions(content, key: publicKey)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(UInt64.random(in: 1 << 62...UInt64(Int64.max))), publicKey: publicKey, notValidBefore: content.from,
            notValidAfter: content.until, issuer: content.issuer ?? issuer?.certificate.subject ?? subject, subject: subject,
            extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(issuerKey ?? issuer?.key ?? key))
        return Identity(certificate: certificate, key: key)
    }

    /// A revocation list in DER that an authority signed.
    ///
    /// - Parameters:
    ///   - hours: how long ago.
    ///   - valid: for how many hours.
    static func revocationList(
        _ revoked: [Identity], by authority: Identity, hours: Int64 = 1, before time: Date = now, valid: Int64 = 24 * 7, number: UInt64 = 1
    ) throws -> [UInt8] {
        var content = Content.authority
        content.pathLength = 0
        let name = authority.certificate.subject
        // A root of the same name and key, as one has to be that signs lists.
        let root = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(UInt64.random(in: 1 << 62...UInt64(Int64.max))), publicKey: authority.certificate.publicKey, notValidBefore: content.from,
            notValidAfter: content.until, issuer: name, subject: name, extensions: extensions(content, key: authority.certificate.publicKey),
            issuerPrivateKey: Certificate.PrivateKey(authority.key))
        let encoded = Identity(certificate: root, key: authority.key).encoded
        let made = Instant(secondsSinceEpoch: Int64(time.timeIntervalSince1970) - hours * 3600)
        return try ReaderAuthority(identity: CertifiedKey(derEncoded: encoded, signingKey: .p256(authority.key))).signRevocationList(
            RevocationListContent(
                number: number, thisUpdate: made, nextUpdate: made.advanced(bySeconds: valid * 3600),
                revoked: revoked.map { RevokedCertificate(serialNumber: Array($0.certificate.serialNumber.bytes), time: made) }))
    }

    private static func extensions(_ content: Content, key: Certificate.PublicKey) throws -> Certificate.Extensions {
        var list: [Certificate.Extension] = []
        switch content.authority {
        case true?: list.append(try .init(BasicConstraints.isCertificateAuthority(maxPathLength: content.pathLength), critical: true))
        case false?: list.append(try .init(BasicConstraints.notCertificateAuthority, critical: true))
        case nil: break
        }
        if let usage = content.usage { list.append(try .init(usage, critical: true)) }
        if let usage = content.encodedUsage { list.append(.init(oid: [2, 5, 29, 15], critical: true, value: usage[...])) }
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
