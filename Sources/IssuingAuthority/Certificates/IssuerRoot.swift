public import COSE
public import MobileDocument
import X509

/// The root of an issuing authority (IACA) with its private key: signs the certificates of document signers to the
/// profile of ISO/IEC 18013-5:2021, B.1.4.
public struct IssuerRoot: Sendable {
    /// The root certificate and its key.
    public let identity: CertifiedKey
    /// The part of the root's name that document signers take over: country, state or province, locality, organization.
    public let name: AuthorityName

    private let authority: CertificationAuthority

    /// Accepts a root, new or read from storage, after checking that it follows the profile of ISO/IEC 18013-5:2021, B.1.2.
    ///
    /// Checked are what decides whether signers issued by it can be valid: version 3, self-signed by an ECDSA key, basic
    /// constraints CA with path length 0, key usage exactly keyCertSign and cRLSign, both critical, a subject key
    /// identifier, an issuer alternative name, country and common name. The present moment plays no part.
    ///
    /// - Parameter identity: the root certificate and its key.
    /// - Throws: ``IssuingError`` `issuer.authority.profile`, or a code under `issuer.name` if the subject's parts are
    ///   missing or malformed.
    public init(identity: CertifiedKey) throws(IssuingError) {
        authority = try CertificationAuthority(identity: identity)
        guard identity.certificate.extensions[oid: IssuerAlternativeName.identifier] != nil else {
            throw IssuingError(.authorityProfile, "the root certificate has no issuer alternative name")
        }
        name = try AuthorityName(identity.certificate.subject)
        self.identity = identity
    }

    /// Issues a document-signer certificate with a fresh key.
    ///
    /// - Parameters:
    ///   - name: the subject. The country must be the root's; the state or province must be the root's if the root has
    ///     one. Left out, it is the root's name without its unit and with "Document Signer" added to the common name.
    ///   - curve: the curve of the signer's key. The second edition also allows Ed25519.
    ///   - notBefore: the first second of validity, not before the root's.
    ///   - days: days of validity of 86 400 seconds, 1 to 457, not beyond the root's end.
    ///   - contact: the mandatory issuer alternative name.
    ///   - crlDistributionPoint: http or https URI of the authority's revocation list, mandatory for signers.
    /// - Returns: the certificate and its key.
    /// - Throws: ``IssuingError`` with code `issuer.subject.country`, `issuer.subject.stateOrProvince`,
    ///   `issuer.subject.sameAsIssuer`, `issuer.validity.period`, `issuer.validity.instant`,
    ///   `issuer.validity.beyondAuthority`, `issuer.contact`, `issuer.crlDistributionPoint` or
    ///   `issuer.certificate.signing`.
    public func issueDocumentSigner(
        name: AuthorityName? = nil,
        curve: EllipticCurve = .p256,
        notBefore: Instant,
        days: Int = 397,
        contact: AlternativeName,
        crlDistributionPoint: String
    ) throws(IssuingError) -> CertifiedKey {
        try issueSigner(
            name: endEntityName(name, role: "Document Signer"), curve: curve,
            validity: CertificateValidity(from: notBefore, days: days, limit: 457), purposes: [.drivingLicenceDocumentSigner, .mobileDocumentSigner], contact: contact,
            crlDistributionPoint: crlDistributionPoint)
    }

    /// What the certificates of all signers below the root have in common.
    private func issueSigner(
        name: AuthorityName, curve: EllipticCurve, validity: CertificateValidity, purposes: [ExtendedKeyUsage.Usage], contact: AlternativeName,
        crlDistributionPoint: String
    ) throws(IssuingError) -> CertifiedKey {
        let alternativeName = try IssuerAlternativeName(contact)
        let distributionPoints = try CRLDistributionPoints(uri: crlDistributionPoint)
        let extensions = try CertificationAuthority.extensions {
            alternativeName
            distributionPoints
        }
        return try authority.issueEndEntity(
            name: name, curve: curve, validity: validity, purposes: purposes, moreExtensions: extensions)
    }

    /// Issues the certificate of a signer of status tokens, with a fresh key (ISO/IEC 18013-5 second edition, 12.3.6).
    ///
    /// It has no extended key usage: its number is not settled, and the profile leaves it out at will.
    ///
    /// - Parameters:
    ///   - name: the subject, under the rules of a document signer's. Left out, it is the root's name with "Status Signer"
    ///     added to the common name.
    ///   - curve: the curve of the signer's key.
    ///   - notBefore: the first second of validity, not before the root's.
    ///   - days: days of validity of 86 400 seconds, 1 to 1187, not beyond the root's end.
    ///   - contact: the issuer alternative name.
    ///   - crlDistributionPoint: http or https URI of the authority's revocation list.
    /// - Returns: the certificate and its key.
    /// - Throws: ``IssuingError`` with the codes of ``issueDocumentSigner(name:curve:notBefore:days:contact:crlDistributionPoint:)``.
    public func issueStatusSigner(
        name: AuthorityName? = nil,
        curve: EllipticCurve = .p256,
        notBefore: Instant,
        days: Int = 397,
        contact: AlternativeName,
        crlDistributionPoint: String
    ) throws(IssuingError) -> CertifiedKey {
        try issueSigner(
            name: endEntityName(name, role: "Status Signer"), curve: curve,
            validity: CertificateValidity(from: notBefore, days: days, limit: 1187), purposes: [], contact: contact,
            crlDistributionPoint: crlDistributionPoint)
    }

    /// The name given, if it is of the root's country and state; where none is given, the root's with a role added.
    private func endEntityName(_ given: AuthorityName?, role: String) throws(IssuingError) -> AuthorityName {
        let subject: AuthorityName
        if let given { subject = given } else { subject = try ownName(role: role) }
        guard subject.country == name.country else {
            throw IssuingError(
                .subjectCountry, "the signer's country \"\(subject.country)\" is not the root's, \"\(name.country)\"")
        }
        if let required = name.stateOrProvince, subject.stateOrProvince != required {
            throw IssuingError(
                .subjectStateOrProvince, "the signer's state or province must be the root's, \"\(required)\"")
        }
        return subject
    }

    private func ownName(role: String) throws(IssuingError) -> AuthorityName {
        let long = "\(name.commonName) \(role)"
        return try AuthorityName(
            country: name.country,
            stateOrProvince: name.stateOrProvince,
            locality: name.locality,
            organization: name.organization,
            // A root's common name may already use up the permitted length.
            commonName: long.unicodeScalars.count <= AuthorityName.commonNameLimit ? long : role)
    }
}
