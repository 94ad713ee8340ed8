import CertificateLists
import COSE
import MobileDocument
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A self-signed root that signs end-entity certificates directly: what an issuing authority and a reader authority have
/// in common.
struct CertificationAuthority: Sendable {
    /// The root certificate and its key.
    let identity: CertifiedKey
    /// The root's subject key identifier, repeated in everything it signs.
    let keyIdentifier: SubjectKeyIdentifier
    /// The root's own period; nothing it signs may reach beyond.
    let validity: CertificateValidity

    /// Accepts a root after checking that it can act as one.
    ///
    /// - Throws: ``IssuingError`` `issuer.authority.profile` if the certificate is not version 3, not self-signed, not on
    ///   an ECDSA curve, or not marked as an authority as 18013-5 Annex B demands.
    init(identity: CertifiedKey) throws(IssuingError) {
        let certificate = identity.certificate
        try Self.require(certificate.version == .v3, "is not an X.509 version 3 certificate")
        try Self.require(certificate.subject == certificate.issuer, "is not self-issued: subject and issuer differ")
        try Self.require(identity.signingKey.maySignCertificates, "has a key that may not sign certificates")
        try Self.require(
            certificate.publicKey.isValidSignature(certificate.signature, for: certificate), "is not signed by its own key")

        let constraints: BasicConstraints?
        let subjectKey: SubjectKeyIdentifier?
        do {
            constraints = try certificate.extensions.basicConstraints
            subjectKey = try certificate.extensions.subjectKeyIdentifier
        } catch {
            throw IssuingError(.authorityProfile, "the root certificate has an extension that cannot be read: \(error)")
        }
        try Self.require(
            constraints == .isCertificateAuthority(maxPathLength: 0)
                && certificate.extensions[oid: .X509ExtensionID.basicConstraints]?.critical == true,
            "does not have critical basic constraints with CA true and path length 0")
        let usage = certificate.extensions[oid: .X509ExtensionID.keyUsage]
        try Self.require(
            usage.flatMap { KeyUsageSyntax.read($0.value) } == KeyUsage(keyCertSign: true, cRLSign: true) && usage?.critical == true,
            "does not have a critical key usage of exactly keyCertSign and cRLSign")
        guard let subjectKey else {
            throw IssuingError(.authorityProfile, "the root certificate has no subject key identifier")
        }
        self.identity = identity
        keyIdentifier = subjectKey
        validity = CertificateValidity(of: certificate)
    }

    /// Makes a new root with a fresh key.
    ///
    /// - Parameters:
    ///   - moreExtensions: what the profile asks for beyond basic constraints, key usage and key identifier.
    /// - Throws: ``IssuingError`` `issuer.key.curve`, `issuer.validity.period`, `issuer.validity.instant` or
    ///   `issuer.certificate.signing`.
    static func makeRoot(
        name: AuthorityName, curve: EllipticCurve, notBefore: Instant, years: Int, moreExtensions: Certificate.Extensions
    ) throws(IssuingError) -> CertifiedKey {
        guard curve != .ed25519 else {
            throw IssuingError(.keyCurve, "a root must use P-256, P-384 or P-521, not Ed25519")
        }
        let validity = try CertificateValidity(from: notBefore, years: years, limit: 20)
        let key = SigningKey.generate(curve)
        let encoded = try sign(
            subject: name.distinguishedName, publicKey: key.certificateKey.publicKey, validity: validity, issuer: name.distinguishedName,
            issuerKey: key, serialNumber: .random()
        ) {
            SubjectKeyIdentifier(hash: key.certificateKey.publicKey)
            Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
            moreExtensions
        }
        // Read back from the bytes: what is handed out is what a verifier will parse.
        return try CertifiedKey(derEncoded: encoded, signingKey: key)
    }

    /// Signs an end-entity certificate with a fresh key.
    ///
    /// - Parameters:
    ///   - purposes: the content of the critical extended key usage; empty leaves the extension out.
    ///   - moreExtensions: what the profile asks for beyond key identifiers, key usage and extended key usage.
    /// - Throws: ``IssuingError`` `issuer.subject.sameAsIssuer`, `issuer.validity.beyondAuthority` or
    ///   `issuer.certificate.signing`.
    func issueEndEntity(
        name: AuthorityName, curve: EllipticCurve, validity: CertificateValidity, purposes: [ExtendedKeyUsage.Usage],
        moreExtensions: Certificate.Extensions
    ) throws(IssuingError) -> CertifiedKey {
        let key = SigningKey.generate(curve)
        let encoded = try certify(
            name: name, publicKey: key.certificateKey.publicKey, validity: validity, purposes: purposes, moreExtensions: moreExtensions,
            serialNumber: .random())
        // Read back from the bytes: what is handed out is what a verifier will parse.
        return try CertifiedKey(derEncoded: encoded, signingKey: key)
    }

    /// Signs the certificate of a key whose private half is elsewhere.
    ///
    /// - Returns: the certificate in DER.
    func certify(
        name: AuthorityName, publicKey: Certificate.PublicKey, usage: KeyUsage = KeyUsage(digitalSignature: true), validity: CertificateValidity,
        purposes: [ExtendedKeyUsage.Usage], moreExtensions: Certificate.Extensions, serialNumber: Certificate.SerialNumber
    ) throws(IssuingError) -> [UInt8] {
        // Equal names would make the certificate look self-issued to path building.
        guard name.distinguishedName != identity.certificate.subject else {
            throw IssuingError(.subjectSameAsIssuer, "the certificate must not carry the name of the authority that signs it")
        }
        guard validity.lies(within: self.validity) else {
            throw IssuingError(
                .validityBeyondAuthority,
                "the period must lie within that of the authority, "
                    + "\(self.validity.notBefore) to \(self.validity.notAfter)")
        }
        return try Self.sign(
            subject: name.distinguishedName, publicKey: publicKey, validity: validity, issuer: identity.certificate.subject,
            issuerKey: identity.signingKey, serialNumber: serialNumber
        ) {
            AuthorityKeyIdentifier(keyIdentifier: keyIdentifier.keyIdentifier)
            SubjectKeyIdentifier(hash: publicKey)
            Critical(usage)
            if !purposes.isEmpty { Critical(try ExtendedKeyUsage(purposes)) }
            moreExtensions
        }
    }

    /// Puts extensions together, reporting failures as this module does.
    static func extensions(
        @ExtensionsBuilder _ content: () throws -> Result<Certificate.Extensions, any Error>
    ) throws(IssuingError) -> Certificate.Extensions {
        do {
            return try Certificate.Extensions(builder: content)
        } catch let error as IssuingError {
            throw error
        } catch {
            throw IssuingError(.certificateSigning, "the extensions could not be put together: \(error)")
        }
    }

    private static func sign(
        subject: DistinguishedName, publicKey: Certificate.PublicKey, validity: CertificateValidity, issuer: DistinguishedName,
        issuerKey: SigningKey, serialNumber: Certificate.SerialNumber,
        @ExtensionsBuilder extensions content: () throws -> Result<Certificate.Extensions, any Error>
    ) throws(IssuingError) -> [UInt8] {
        let allExtensions = try extensions(content)
        do {
            // The hash follows the issuer's curve: SHA-256, SHA-384 or SHA-512.
            let certificate = try Certificate(
                version: .v3,
                serialNumber: serialNumber,
                publicKey: publicKey,
                notValidBefore: Date(timeIntervalSince1970: Double(validity.notBefore.secondsSinceEpoch)),
                notValidAfter: Date(timeIntervalSince1970: Double(validity.notAfter.secondsSinceEpoch)),
                issuer: issuer,
                subject: subject,
                extensions: allExtensions,
                issuerPrivateKey: issuerKey.certificateKey)
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        } catch {
            throw IssuingError(.certificateSigning, "the certificate could not be signed: \(error)")
        }
    }

    private static func require(_ condition: Bool, _ defect: String) throws(IssuingError) {
        guard condition else { throw IssuingError(.authorityProfile, "the root certificate \(defect)") }
    }
}
