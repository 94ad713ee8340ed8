import CBOR
public import COSE
import Crypto
import DocumentTrust
public import MobileDocument
import X509

/// The root of a reader authority with its private key: signs the certificates with which relying parties authenticate
/// their requests, to the profile that ISO/IEC 18013-5:2021, B.1.7 recommends.
///
/// The standard leaves the profile of the root itself open; this one follows that of an issuing authority, without the
/// contact.
public struct ReaderAuthority: Sendable {
    /// The root certificate and its key.
    public let identity: CertifiedKey

    private let authority: CertificationAuthority

    /// Accepts a root, new or read from storage, after checking that it can act as one: version 3, self-signed by an
    /// ECDSA key, basic constraints CA with path length 0, key usage exactly keyCertSign and cRLSign, a subject key
    /// identifier. The present moment plays no part.
    ///
    /// - Parameter identity: the root certificate and its key.
    /// - Throws: ``IssuingError`` `issuer.authority.profile`.
    public init(identity: CertifiedKey) throws(IssuingError) {
        authority = try CertificationAuthority(identity: identity)
        self.identity = identity
    }

    /// Makes a reader authority with a fresh key.
    ///
    /// - Parameters:
    ///   - name: subject and issuer of the root certificate.
    ///   - curve: the curve of the key; Ed25519 is not allowed for roots.
    ///   - notBefore: the first second of validity, in whole seconds from 1970 to 9999.
    ///   - years: calendar years of validity, 1 to 20. The last second is one before the anniversary.
    /// - Returns: the authority, ready to issue.
    /// - Throws: ``IssuingError`` with code `issuer.key.curve`, `issuer.validity.period`, `issuer.validity.instant` or
    ///   `issuer.certificate.signing`.
    public static func make(
        name: AuthorityName,
        curve: EllipticCurve = .p256,
        notBefore: Instant,
        years: Int = 9
    ) throws(IssuingError) -> ReaderAuthority {
        let root = try CertificationAuthority.makeRoot(
            name: name, curve: curve, notBefore: notBefore, years: years, moreExtensions: Certificate.Extensions())
        return try ReaderAuthority(identity: root)
    }

    /// Issues a reader-authentication certificate with a fresh key.
    ///
    /// - Parameters:
    ///   - name: the relying party. It need not share the authority's country.
    ///   - curve: the curve of the reader's key.
    ///   - notBefore: the first second of validity, not before the authority's.
    ///   - days: days of validity of 86 400 seconds, 1 to 1187, not beyond the authority's end.
    ///   - domains: DNS names the relying party asks from, without wildcards, written in lower case as the subject
    ///     alternative name; 100 at most, as wallets read them. Empty leaves the extension out.
    ///   - crlDistributionPoint: http or https URI of the authority's revocation list.
    /// - Returns: the certificate and its key.
    /// - Throws: ``IssuingError`` with code `issuer.subject.sameAsIssuer`, `issuer.validity.period`,
    ///   `issuer.validity.instant`, `issuer.validity.beyondAuthority`, `issuer.domain`, `issuer.crlDistributionPoint` or
    ///   `issuer.certificate.signing`.
    public func issueReaderCertificate(
        name: AuthorityName,
        curve: EllipticCurve = .p256,
        notBefore: Instant,
        days: Int = 397,
        domains: [String] = [],
        crlDistributionPoint: String? = nil
    ) throws(IssuingError) -> CertifiedKey {
        let validity = try CertificateValidity(from: notBefore, days: days, limit: 1187)
        let domainNames = try Self.names(domains)
        let extensions = try CertificationAuthority.extensions {
            if !domainNames.isEmpty {
                SubjectAlternativeNames(domainNames)
            }
            if let crlDistributionPoint {
                try CRLDistributionPoints(uri: crlDistributionPoint)
            }
        }
        let issued = try authority.issueEndEntity(
            name: name, curve: curve, validity: validity, purposes: [.drivingLicenceReader, .mobileDocumentReader],
            moreExtensions: extensions)
        try Self.checkReadable(issued.derEncoded, domains: domains.count)
        return issued
    }

    /// What is handed out is what a wallet will read.
    private static func checkReadable(_ certificate: [UInt8], domains: Int) throws(IssuingError) {
        do { _ = try ReaderCertificateDetails(ParsedCertificate(reader: ByteSlice(certificate))) } catch ReaderCertificateFault.alternativeName {
            throw IssuingError(.domain, "wallets would not take the certificate with its \(domains) domains: \(ReaderCertificateFault.alternativeName)")
        } catch {
            throw IssuingError(.certificateSigning, "wallets would not take the certificate: \(error)")
        }
    }

    /// Issues a certificate for a registered relying party, whose private key is its own affair, with a serial number from the
    /// given source of randomness.
    ///
    /// Beside the parts of a reader certificate it carries the brand's name and icon, the purpose, the privacy policy and the
    /// elements that may be asked for, in extensions that are not critical.
    ///
    /// - Parameters:
    ///   - reader: the relying party.
    ///   - notBefore: the first second of validity, not before the authority's.
    ///   - days: days of validity of 86 400 seconds, 1 to 397, not beyond the authority's end.
    ///   - generator: the source of the serial number; cryptographically secure outside of tests.
    /// - Returns: the certificate in DER.
    /// - Throws: ``IssuingError`` as for other reader certificates; `issuer.domain` also without a domain, `issuer.certificate.signing` also for more
    ///   elements together than wallets read.
    public func certify(
        _ reader: RegisteredReader, notBefore: Instant, days: Int = 397, using generator: inout some RandomNumberGenerator
    ) throws(IssuingError) -> [UInt8] {
        let validity = try CertificateValidity(from: notBefore, days: days, limit: 397)
        let domainNames = try Self.names(reader.domains)
        guard !domainNames.isEmpty else { throw IssuingError(.domain, "a registered reader needs at least one domain") }
        let extensions = try CertificationAuthority.extensions {
            SubjectAlternativeNames(domainNames)
            try CRLDistributionPoints(uri: reader.crlDistributionPoint)
            LogotypeExtension(icon: reader.icon)
            AllowedElementsExtension(allowed: reader.allowedElements)
            ReaderRegistrationExtension(registration: reader.registration)
        }
        let certificate = try authority.certify(
            name: reader.name, publicKey: reader.publicKey, validity: validity, purposes: [.drivingLicenceReader, .mobileDocumentReader],
            moreExtensions: extensions, serialNumber: .random(using: &generator))
        try Self.checkReadable(certificate, domains: reader.domains.count)
        return certificate
    }

    /// Issues the certificate of a key that answers to apps are sealed to, with a serial number from the given source of randomness.
    ///
    /// It is for key agreement only, and its critical purpose keeps it apart from certificates of readers; `MerchantCertificate` reads it.
    ///
    /// - Parameters:
    ///   - merchant: whose key it is; a key on P-256.
    ///   - notBefore: the first second of validity, not before the authority's.
    ///   - days: days of validity of 86 400 seconds, 1 to 397, not beyond the authority's end.
    ///   - generator: the source of the serial number; cryptographically secure outside of tests.
    /// - Returns: the certificate in DER.
    /// - Throws: ``IssuingError`` with code `issuer.key.curve` where the key is not on P-256, otherwise as for reader certificates.
    public func certify(
        _ merchant: MerchantEncryption, notBefore: Instant, days: Int = 397, using generator: inout some RandomNumberGenerator
    ) throws(IssuingError) -> [UInt8] {
        guard P256.Signing.PublicKey(merchant.publicKey) != nil else {
            throw IssuingError(.keyCurve, "a merchant's key must be on P-256, to which alone answers are sealed")
        }
        let validity = try CertificateValidity(from: notBefore, days: days, limit: 397)
        let extensions = try CertificationAuthority.extensions {
            try CRLDistributionPoints(uri: merchant.crlDistributionPoint)
            MerchantExtension(merchantIdentifier: merchant.merchantIdentifier, teamIdentifier: merchant.teamIdentifier)
        }
        return try authority.certify(
            name: merchant.name, publicKey: merchant.publicKey, usage: KeyUsage(keyAgreement: true), validity: validity,
            purposes: [.merchantEncryption], moreExtensions: extensions, serialNumber: .random(using: &generator))
    }

    private static func names(_ domains: [String]) throws(IssuingError) -> [GeneralName] {
        var names: [GeneralName] = []
        for domain in domains {
            guard InternetName.isDomain(domain) else {
                throw IssuingError(.domain, "\"\(domain)\" is not a DNS name")
            }
            // DNS names compare without case; one spelling keeps byte-wise comparers right too.
            let name = GeneralName.dnsName(domain.lowercased())
            guard !names.contains(name) else {
                throw IssuingError(.domain, "\"\(domain)\" is given twice")
            }
            names.append(name)
        }
        return names
    }
}
