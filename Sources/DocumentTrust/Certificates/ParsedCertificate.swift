public import CBOR
import CertificateLists
public import COSE
import Crypto
public import MobileDocument
package import SwiftASN1
import Synchronization
public import X509

/// A certificate with everything the path and profile rules look at, read once.
///
/// Extensions that decide something must be readable: one that is present and malformed makes the certificate unusable,
/// never as if the extension were absent.
public final class ParsedCertificate: Sendable {
    /// The certificate.
    public let certificate: Certificate
    /// Its DER bytes as received.
    public let encoded: ByteSlice
    /// The subject's key, where this library can compute with it.
    public let key: VerificationKey
    /// The subject's key as its bit string has it, where it lies: equal for equal keys, and compared without making bytes of a key first.
    let keyBytes: ArraySlice<UInt8>
    /// First moment of validity.
    public let notBefore: Instant
    /// Last moment of validity.
    public let notAfter: Instant
    /// Subject's country (C).
    public let country: String?
    /// Subject's state or province (ST).
    public let stateOrProvince: String?
    /// Key usage; nil when the certificate has none.
    public let keyUsage: KeyUsage?
    /// Object identifiers of the extended key usage; nil when the certificate has none.
    public let extendedKeyUsage: [String]?
    /// Whether it may certify others, and how many further authorities below it.
    public let basicConstraints: BasicConstraints?
    /// Identifier of its own key.
    public let subjectKeyIdentifier: [UInt8]?
    /// Identifier of the key that signed it.
    public let authorityKeyIdentifier: [UInt8]?
    /// Critical extensions nobody here knows.
    package let unknownCriticalExtensions: [String]
    /// True when the certificate was refused for its extensions and only its dates and key were read, for the report.
    package let wasRejected: Bool

    private let madeDeviationsOfRoot = Mutex<[String]?>(nil)

    /// How it deviates from the profile of an issuing authority's root, each completing "the root ..."; found once for all signers under it.
    var deviationsOfRoot: [String] {
        madeDeviationsOfRoot.withLock { made in
            if let made { return made }
            // Whether it signed itself proves nothing to those who chose to trust it, and costs a signature.
            let deviations = CertificateProfile.issuingAuthority.rules.filter { $0.identifier != CertificateRule.selfSigned.identifier }
                .compactMap { $0.fault(self, nil) }
            made = deviations
            return deviations
        }
    }

    /// SHA-256 of the DER bytes, the fingerprint people compare.
    public var fingerprint: [UInt8] { [UInt8](SHA256.hash(data: encoded.bytes)) }

    /// The fingerprint, and those of the copies that anybody can make of it, which are as good.
    var fingerprints: [[UInt8]] { [fingerprint] + SignatureForms.others(of: encoded.bytes).map { [UInt8](SHA256.hash(data: $0)) } }

    /// SHA-256 of the public key as certificates carry it: that of every certificate for the same key.
    public var keyFingerprint: [UInt8] { [UInt8](SHA256.hash(data: certificate.publicKey.subjectPublicKeyInfoBytes)) }

    /// The subject as text.
    public var subject: String { String(describing: certificate.subject) }

    /// The issuer as text.
    public var issuer: String { String(describing: certificate.issuer) }

    /// Whether subject and issuer are one name, byte for byte.
    public var isSelfIssued: Bool { certificate.subject == certificate.issuer }

    /// Whether its own key signed it.
    public var isSelfSigned: Bool {
        isSelfIssued && certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    private static let understoodCritical: Set<ASN1ObjectIdentifier> = [
        [2, 5, 29, 15], [2, 5, 29, 19], [2, 5, 29, 37], [2, 5, 29, 17], [2, 5, 29, 18], [2, 5, 29, 31], [2, 5, 29, 35], [2, 5, 29, 14],
    ]

    /// Largest certificate in bytes; real ones have less than 2,000.
    private static let maximumBytes = 16_384
    /// Largest certificate of a reader in bytes: it may carry its brand's icon.
    private static let maximumReaderBytes = 393_216

    /// Reads a certificate. It keeps a copy of its bytes, so that a kept certificate does not keep the message it came in.
    public convenience init(_ received: ByteSlice) throws(CertificateFault) {
        try self.init(received, maximumBytes: Self.maximumBytes)
    }

    /// Reads the certificate of a reader, which may carry an icon and be as large as that.
    public convenience init(reader received: ByteSlice) throws(CertificateFault) {
        try self.init(received, maximumBytes: Self.maximumReaderBytes)
    }

    private convenience init(_ received: ByteSlice, maximumBytes: Int) throws(CertificateFault) {
        guard received.count <= maximumBytes else { throw .tooLarge }
        let encoded = ByteSlice(received.array)
        let node: ASN1Node
        let certificate: Certificate
        do {
            node = try DER.parse(encoded.bytes)
            certificate = try Certificate(derEncoded: node)
        } catch {
            // swift-certificates refuses keys it does not know while parsing; the subject cannot be read then either.
            if String(describing: error).contains("unsupportedPublicKeyAlgorithm") {
                throw .unsupportedKey(SubjectKeyName.find(inCertificate: encoded.bytes) ?? "of an unknown kind")
            }
            // Nor does it read numbers below zero.
            if let node = try? DER.parse(encoded.bytes), CertificateSyntax.hasNegativeSerialNumber(node) { throw .negativeSerialNumber }
            throw .unreadable
        }
        guard Self.hasWholeSignature(node), let keyBytes = CertificateSyntax.keyBytes(node) else { throw .unreadable }
        guard Self.hasComparableNames(certificate) else { throw .name }
        try self.init(certificate, encoded: encoded, keyBytes: keyBytes)
    }

    /// Whether its names are compared in good time, and can be read again in a report that was kept.
    private static func hasComparableNames(_ certificate: Certificate) -> Bool {
        [certificate.subject, certificate.issuer].allSatisfy { name in
            name.isComparable && name.allSatisfy { $0.allSatisfy { StackedMarks.areBounded((String($0.value) ?? "").utf8) } }
        }
    }

    /// Whether the signature's bit string has no unused bits. DER of a signature never does, but a parser may let some pass,
    /// and one certificate would have two fingerprints.
    private static func hasWholeSignature(_ node: ASN1Node) -> Bool {
        guard let last = CertificateSyntax.children(node)?.last, let bits = try? ASN1BitString(derEncoded: last) else {
            return false
        }
        return bits.paddingBits == 0
    }

    private init(_ certificate: Certificate, encoded: ByteSlice, keyBytes: ArraySlice<UInt8>) throws(CertificateFault) {
        self.certificate = certificate
        self.encoded = encoded
        self.keyBytes = keyBytes
        guard let key = Self.verificationKey(certificate.publicKey) else {
            throw .unsupportedKey(SubjectKeyName.find(inCertificate: encoded.bytes) ?? "of an unknown kind")
        }
        self.key = key
        notBefore = Self.notBefore(certificate)
        notAfter = Self.notAfter(certificate)
        country = Self.attribute([2, 5, 4, 6], of: certificate.subject)
        stateOrProvince = Self.attribute([2, 5, 4, 8], of: certificate.subject)

        let extensions = certificate.extensions
        if let value = extensions[oid: [2, 5, 29, 15]]?.value {
            guard let usage = KeyUsageSyntax.read(value) else { throw .malformedExtension("keyUsage") }
            keyUsage = usage
        } else {
            keyUsage = nil
        }
        extendedKeyUsage = try Self.essential("extKeyUsage") {
            guard let raw = extensions[oid: [2, 5, 29, 37]] else { return nil }
            return try Self.objectIdentifiers(raw.value)
        }
        basicConstraints = try Self.essential("basicConstraints") { try extensions.basicConstraints }
        subjectKeyIdentifier = try Self.essential("subjectKeyIdentifier") {
            try extensions.subjectKeyIdentifier.map { Array($0.keyIdentifier) }
        }
        authorityKeyIdentifier = try Self.essential("authorityKeyIdentifier") {
            try extensions.authorityKeyIdentifier?.keyIdentifier.map { Array($0) }
        }
        if let points = extensions[oid: [2, 5, 29, 31]] {
            guard DistributionPointSyntax.isWellFormed(points.value) else { throw .malformedExtension("cRLDistributionPoints") }
        }
        unknownCriticalExtensions = extensions.filter { $0.critical && !Self.understoodCritical.contains($0.oid) }
            .map { String(describing: $0.oid) }
        wasRejected = false
    }

    /// Reads dates, names and key of a certificate that was refused, so that a report can name everything wrong with it.
    package init?(ignoringExtensionsOf encoded: ByteSlice) {
        guard encoded.count <= Self.maximumBytes, let certificate = try? Certificate(derEncoded: Array(encoded.bytes)),
            Self.hasComparableNames(certificate), let key = Self.verificationKey(certificate.publicKey),
            let keyBytes = (try? DER.parse(encoded.bytes)).flatMap(CertificateSyntax.keyBytes)
        else { return nil }
        self.certificate = certificate
        self.encoded = encoded
        self.keyBytes = keyBytes
        self.key = key
        notBefore = Self.notBefore(certificate)
        notAfter = Self.notAfter(certificate)
        country = Self.attribute([2, 5, 4, 6], of: certificate.subject)
        stateOrProvince = Self.attribute([2, 5, 4, 8], of: certificate.subject)
        keyUsage = nil
        extendedKeyUsage = nil
        basicConstraints = nil
        subjectKeyIdentifier = nil
        authorityKeyIdentifier = nil
        unknownCriticalExtensions = []
        wasRejected = true
    }

    private static func notBefore(_ certificate: Certificate) -> Instant {
        Instant(secondsSinceEpoch: Int64(certificate.notValidBefore.timeIntervalSince1970.rounded(.up)))
    }

    private static func notAfter(_ certificate: Certificate) -> Instant {
        Instant(secondsSinceEpoch: Int64(certificate.notValidAfter.timeIntervalSince1970.rounded(.down)))
    }

    /// The raw value of an extension.
    package func extensionValue(_ identifier: ASN1ObjectIdentifier) -> ArraySlice<UInt8>? {
        certificate.extensions[oid: identifier]?.value
    }

    /// Where the revocation list that it would be on is published (RFC 5280, 4.2.1.13), in its order; none of them checked.
    public var revocationListAddresses: [String] {
        extensionValue([2, 5, 29, 31]).map(DistributionPointSyntax.uris) ?? []
    }

    private static func essential<Value>(_ name: String, _ read: () throws -> Value) throws(CertificateFault) -> Value {
        do { return try read() } catch { throw .malformedExtension(name) }
    }

    private static func objectIdentifiers(_ der: ArraySlice<UInt8>) throws -> [String] {
        try DER.sequence(of: ASN1ObjectIdentifier.self, identifier: .sequence, rootNode: DER.parse(der)).map { String(describing: $0) }
    }

    private static func verificationKey(_ key: Certificate.PublicKey) -> VerificationKey? {
        if let key = P256.Signing.PublicKey(key) { return .p256(key) }
        if let key = P384.Signing.PublicKey(key) { return .p384(key) }
        if let key = P521.Signing.PublicKey(key) { return .p521(key) }
        if let key = Curve25519.Signing.PublicKey(key) { return .ed25519(key) }
        return nil
    }

    /// Organization (O) and unit (OU) of the subject.
    var organizations: [String] { [[2, 5, 4, 10], [2, 5, 4, 11]].flatMap { Self.attributes($0, of: certificate.subject) } }

    /// Common name (CN) of the subject.
    var commonName: String? { Self.attribute([2, 5, 4, 3], of: certificate.subject) }

    private static func attribute(_ type: ASN1ObjectIdentifier, of name: DistinguishedName) -> String? { attributes(type, of: name).first }

    private static func attributes(_ type: ASN1ObjectIdentifier, of name: DistinguishedName) -> [String] {
        name.flatMap { relativeName in relativeName.filter { $0.type == type }.compactMap { String($0.value) } }
    }
}
