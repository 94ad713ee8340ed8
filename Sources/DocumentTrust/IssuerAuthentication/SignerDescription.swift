/// Who signed a verified document, and why that is believed.
public struct SignerDescription: Sendable, Hashable {
    /// Subject of the document signer's certificate.
    public let subject: String
    /// Country of the signer.
    public let country: String?
    /// State or province of the signer.
    public let stateOrProvince: String?
    /// Organization (O) and unit (OU) of the signer, as far as it names them.
    public let organizations: [String]
    /// Common name (CN) of the signer.
    public let commonName: String?
    /// SHA-256 of the signer's certificate.
    public let fingerprint: [UInt8]
    /// Where the signer's certificate says its revocation list is published.
    public let revocationListAddresses: [String]
    /// Subject of the trusted root.
    public let authority: String
    /// Country of the trusted root.
    public let authorityCountry: String?
    /// State or province of the trusted root.
    public let authorityStateOrProvince: String?
    /// Organization (O) and unit (OU) of the trusted root, as far as it names them.
    public let authorityOrganizations: [String]
    /// Common name (CN) of the trusted root.
    public let authorityCommonName: String?
    /// SHA-256 of the trusted root.
    public let authorityFingerprint: [UInt8]
    /// Where the trusted root came from.
    public let provenance: String

    init(_ path: CertificationPath) {
        let (signer, root) = (path.certificates[0], path.anchor.certificate)
        subject = signer.subject
        country = signer.country
        stateOrProvince = signer.stateOrProvince
        organizations = signer.organizations
        commonName = signer.commonName
        fingerprint = signer.fingerprint
        revocationListAddresses = signer.revocationListAddresses
        authority = root.subject
        authorityCountry = root.country
        authorityStateOrProvince = root.stateOrProvince
        authorityOrganizations = root.organizations
        authorityCommonName = root.commonName
        authorityFingerprint = root.fingerprint
        provenance = path.anchor.provenance
    }
}
