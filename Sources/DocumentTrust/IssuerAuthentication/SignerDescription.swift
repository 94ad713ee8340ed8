/// Who signed a verified document, and why that is believed.
public struct SignerDescription: Sendable, Hashable {
    /// Subject of the document signer's certificate.
    public let subject: String
    /// Country of the signer.
    public let country: String?
    /// State or province of the signer.
    public let stateOrProvince: String?
    /// SHA-256 of the signer's certificate.
    public let fingerprint: [UInt8]
    /// Where the signer's certificate says its revocation list is published.
    public let revocationListAddresses: [String]
    /// Subject of the trusted root.
    public let authority: String
    /// SHA-256 of the trusted root.
    public let authorityFingerprint: [UInt8]
    /// Where the trusted root came from.
    public let provenance: String

    init(_ path: CertificationPath) {
        let signer = path.certificates[0]
        subject = signer.subject
        country = signer.country
        stateOrProvince = signer.stateOrProvince
        fingerprint = signer.fingerprint
        revocationListAddresses = signer.revocationListAddresses
        authority = path.anchor.certificate.subject
        authorityFingerprint = path.anchor.certificate.fingerprint
        provenance = path.anchor.provenance
    }
}
