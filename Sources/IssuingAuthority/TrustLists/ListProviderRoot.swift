public import COSE
public import MobileDocument
import X509

/// The root of a provider of trust lists with its private key: signs the certificates with which VICALs are signed
/// (ISO/IEC 18013-5, annex C).
public struct ListProviderRoot: Sendable {
    /// The root certificate and its key.
    public let identity: CertifiedKey

    private let authority: CertificationAuthority

    /// Accepts a root, new or read from storage, after checking that it can act as one, as `ReaderAuthority` does.
    ///
    /// - Throws: ``IssuingError`` `issuer.authority.profile`.
    public init(identity: CertifiedKey) throws(IssuingError) {
        authority = try CertificationAuthority(identity: identity)
        self.identity = identity
    }

    /// Makes a provider's root with a fresh key.
    ///
    /// - Parameters:
    ///   - name: subject and issuer of the root certificate.
    ///   - curve: the curve of the key; Ed25519 is not allowed for roots.
    ///   - notBefore: the first second of validity, in whole seconds from 1970 to 9999.
    ///   - years: calendar years of validity, 1 to 20.
    /// - Throws: ``IssuingError`` with code `issuer.key.curve`, `issuer.validity.period`, `issuer.validity.instant` or
    ///   `issuer.certificate.signing`.
    public static func make(
        name: AuthorityName, curve: EllipticCurve = .p256, notBefore: Instant, years: Int = 9
    ) throws(IssuingError) -> ListProviderRoot {
        return try ListProviderRoot(
            identity: CertificationAuthority.makeRoot(
                name: name, curve: curve, notBefore: notBefore, years: years, moreExtensions: Certificate.Extensions()))
    }

    /// Issues a certificate that signs VICALs, with a fresh key.
    ///
    /// - Parameters:
    ///   - name: the provider; country, organization and common name by the profile. Not the root's own name.
    ///   - curve: the curve of the signer's key.
    ///   - notBefore: the first second of validity, not before the root's.
    ///   - days: days of validity of 86 400 seconds, 1 to 1187, not beyond the root's end.
    ///   - crlDistributionPoint: http or https URI of the root's revocation list.
    /// - Throws: ``IssuingError`` with code `issuer.subject.sameAsIssuer`, `issuer.validity.period`,
    ///   `issuer.validity.instant`, `issuer.validity.beyondAuthority`, `issuer.crlDistributionPoint` or
    ///   `issuer.certificate.signing`.
    public func issueVICALSigner(
        name: AuthorityName, curve: EllipticCurve = .p256, notBefore: Instant, days: Int = 397, crlDistributionPoint: String? = nil
    ) throws(IssuingError) -> CertifiedKey {
        let extensions = try CertificationAuthority.extensions {
            if let crlDistributionPoint {
                try CRLDistributionPoints(uri: crlDistributionPoint)
            }
        }
        return try authority.issueEndEntity(
            name: name, curve: curve, validity: CertificateValidity(from: notBefore, days: days, limit: 1187),
            purposes: [.drivingLicenceVICALSigner, .mobileDocumentVICALSigner], moreExtensions: extensions)
    }
}
