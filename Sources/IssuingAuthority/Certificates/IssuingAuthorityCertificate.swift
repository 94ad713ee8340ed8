public import COSE
public import MobileDocument
import X509

/// Makes the root certificate of an issuing authority (IACA), to the profile of ISO/IEC 18013-5:2021, B.1.2.
///
/// The certificate is self-signed, carries the authority's contact, may sign document signers and revocation lists and
/// nothing else, and allows no authority below it. Wrap the result in an ``IssuerRoot`` to sign with it.
public enum IssuingAuthorityCertificate {
    /// Makes a root certificate with a fresh key.
    ///
    /// - Parameters:
    ///   - name: subject and issuer. Its country and, if present, its state or province bind every document signer.
    ///   - curve: the curve of the key; Ed25519 is not allowed for roots.
    ///   - notBefore: the first second of validity, in whole seconds from 1970 to 9999.
    ///   - years: calendar years of validity, 1 to 20; nine suffice where only driving licences are issued. The last
    ///     second is one before the anniversary.
    ///   - contact: the mandatory issuer alternative name.
    ///   - crlDistributionPoint: http or https URI of the root's revocation list. The first edition of the standard asks
    ///     for it, the second one discourages it.
    /// - Returns: the certificate and its key.
    /// - Throws: ``IssuingError`` with code `issuer.key.curve`, `issuer.validity.period`, `issuer.validity.instant`,
    ///   `issuer.contact`, `issuer.crlDistributionPoint` or `issuer.certificate.signing`.
    public static func make(
        name: AuthorityName,
        curve: EllipticCurve = .p256,
        notBefore: Instant,
        years: Int = 9,
        contact: AlternativeName,
        crlDistributionPoint: String? = nil
    ) throws(IssuingError) -> CertifiedKey {
        let alternativeName = try IssuerAlternativeName(contact)
        let extensions = try CertificationAuthority.extensions {
            alternativeName
            if let crlDistributionPoint {
                try CRLDistributionPoints(uri: crlDistributionPoint)
            }
        }
        return try CertificationAuthority.makeRoot(
            name: name, curve: curve, notBefore: notBefore, years: years, moreExtensions: extensions)
    }
}
