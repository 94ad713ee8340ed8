import CertificateLists
import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate of a reader's chain, with what decides whether one may follow another, read once.
///
/// An extension that decides something and cannot be read makes the certificate unusable, never as if it were absent.
struct ChainCertificate: Sendable {
    let certificate: Certificate
    /// Its DER bytes as received.
    let encoded: [UInt8]
    /// Its names in the form in which they are compared, made once.
    private let subject: UntypedName
    private let issuer: UntypedName
    private let extendedKeyUsage: [ASN1ObjectIdentifier]?
    private let maximumAuthoritiesBelow: Int?
    private let isAuthority: Bool
    private let maySignCertificates: Bool
    /// Whether its key may sign revocation lists.
    let maySignLists: Bool
    private let maySignData: Bool

    /// Largest certificate in bytes; a reader's may carry its brand's icon.
    private static let maximumBytes = 393_216
    private static let understood: Set<ASN1ObjectIdentifier> = [
        [2, 5, 29, 14], [2, 5, 29, 15], [2, 5, 29, 17], [2, 5, 29, 18], [2, 5, 29, 19], [2, 5, 29, 31], [2, 5, 29, 35],
        [2, 5, 29, 37],
    ]
    /// Reader authentication (ISO/IEC 18013-5, annex B; ISO/IEC 23220-4).
    private static let readerPurposes: Set<ASN1ObjectIdentifier> = [[1, 0, 18013, 5, 1, 6], [1, 0, 23220, 4, 1, 6]]
    private static let anyPurpose: ASN1ObjectIdentifier = [2, 5, 29, 37, 0]

    private struct Unreadable: Error {}

    /// Reads a certificate; nil for one that nothing may rest on.
    init?(_ encoded: [UInt8]) {
        guard encoded.count <= Self.maximumBytes, let certificate = try? Certificate(derEncoded: encoded),
            certificate.version == .v3, Self.isSupported(certificate.publicKey), Self.hasWholeSignature(encoded)
        else { return nil }
        let extensions = certificate.extensions
        guard extensions.allSatisfy({ !$0.critical || Self.understood.contains($0.oid) }) else { return nil }
        do {
            extendedKeyUsage = try extensions[oid: [2, 5, 29, 37]].map { raw in
                try DER.sequence(of: ASN1ObjectIdentifier.self, identifier: .sequence, rootNode: DER.parse(raw.value))
            }
            let usage = try extensions[oid: [2, 5, 29, 15]].map { raw in
                guard let usage = KeyUsageSyntax.read(raw.value) else { throw Unreadable() }
                return usage
            }
            maySignCertificates = usage?.keyCertSign ?? true
            maySignLists = usage?.cRLSign ?? true
            maySignData = usage?.digitalSignature ?? true
            switch try extensions.basicConstraints {
            case .isCertificateAuthority(let maximum):
                isAuthority = true
                maximumAuthoritiesBelow = maximum
            case .notCertificateAuthority, nil:
                isAuthority = false
                maximumAuthoritiesBelow = nil
            }
        } catch {
            return nil
        }
        let names = [certificate.subject, certificate.issuer]
        guard names.allSatisfy({ $0.isComparable && $0.reduce(0) { $0 + $1.count } <= Self.mostAttributes }) else { return nil }
        subject = UntypedName(certificate.subject)
        issuer = UntypedName(certificate.issuer)
        self.certificate = certificate
        self.encoded = encoded
    }

    /// Attributes of a name: more than any real one has. Each costs time to compare.
    private static let mostAttributes = 100

    /// Whether the signature's bit string has no unused bits. DER of a signature never does, but a parser may let some pass, and one
    /// certificate would have two encodings.
    private static func hasWholeSignature(_ der: [UInt8]) -> Bool {
        guard let node = try? DER.parse(der), case .constructed(let parts) = node.content, let last = Array(parts).last,
            let bits = try? ASN1BitString(derEncoded: last)
        else { return false }
        return bits.paddingBits == 0
    }

    private static func isSupported(_ key: Certificate.PublicKey) -> Bool {
        P256.Signing.PublicKey(key) != nil || P384.Signing.PublicKey(key) != nil || P521.Signing.PublicKey(key) != nil
            || Curve25519.Signing.PublicKey(key) != nil
    }

    /// Identifiers of its key that are computed from the key: SHA-1 of it (RFC 5280, 4.2.1.2), and 160 bits of SHA-256 (RFC 7093).
    var computedKeyIdentifiers: Set<[UInt8]> {
        let key = certificate.publicKey.subjectPublicKeyInfoBytes
        return [Array(Insecure.SHA1.hash(data: key)), Array(SHA256.hash(data: key).prefix(20))]
    }

    /// The identifier it states for its key. Only to be believed of a certificate that was trusted beforehand.
    var statedKeyIdentifier: [UInt8]? { (try? certificate.extensions.subjectKeyIdentifier).map { Array($0.keyIdentifier) } }

    /// Whether it names another one as its issuer, in whatever types of strings either is written.
    func names(_ other: ChainCertificate) -> Bool { issuer == other.subject }

    /// Whether it names itself as its issuer, as roots do. Its own key need not have signed it.
    var isSelfIssued: Bool { certificate.subject == certificate.issuer }

    /// Whether a moment lies in its period. A period may end before it begins: then none does.
    func isValid(at time: Date) -> Bool { certificate.notValidBefore <= time && time <= certificate.notValidAfter }

    /// Whether it may be the end of a reader's chain: for signatures of readers, and no authority.
    var isReader: Bool { maySignData && !isAuthority && !Self.readerPurposes.isDisjoint(with: extendedKeyUsage ?? []) }

    /// Whether it may certify readers, with so many authorities between.
    func mayIssue(authoritiesBelow count: Int) -> Bool {
        guard isAuthority, maySignCertificates, count <= maximumAuthoritiesBelow ?? .max else { return false }
        return extendedKeyUsage.map { !Self.readerPurposes.isDisjoint(with: $0) || $0.contains(Self.anyPurpose) } ?? true
    }

    /// Whether its key signed another one.
    func hasSigned(_ other: ChainCertificate) -> Bool {
        certificate.publicKey.isValidSignature(other.certificate.signature, for: other.certificate)
    }
}
