/// Who signed a verified document, and why that is believed.
public struct SignerDescription: Sendable, Hashable {
    private let details: SignerDetails

    init(_ path: CertificationPath) { details = SignerDetails(path) }

    /// Subject of the document signer's certificate.
    public var subject: String { details.texts.subject }
    /// Country of the signer.
    public var country: String? { details.texts.country }
    /// State or province of the signer.
    public var stateOrProvince: String? { details.texts.stateOrProvince }
    /// Organization (O) and unit (OU) of the signer, as far as it names them.
    public var organizations: [String] { details.texts.organizations }
    /// Common name (CN) of the signer.
    public var commonName: String? { details.texts.commonName }
    /// SHA-256 of the signer's certificate.
    public var fingerprint: [UInt8] { details.texts.fingerprint }
    /// Where the signer's certificate says its revocation list is published.
    public var revocationListAddresses: [String] { details.texts.revocationListAddresses }
    /// Subject of the trusted root.
    public var authority: String { details.texts.authority }
    /// Country of the trusted root.
    public var authorityCountry: String? { details.texts.authorityCountry }
    /// State or province of the trusted root.
    public var authorityStateOrProvince: String? { details.texts.authorityStateOrProvince }
    /// Organization (O) and unit (OU) of the trusted root, as far as it names them.
    public var authorityOrganizations: [String] { details.texts.authorityOrganizations }
    /// Common name (CN) of the trusted root.
    public var authorityCommonName: String? { details.texts.authorityCommonName }
    /// SHA-256 of the trusted root.
    public var authorityFingerprint: [UInt8] { details.texts.authorityFingerprint }
    /// Where the trusted root came from.
    public var provenance: String { details.texts.provenance }

    /// Equal when the certificates are, and where the root came from: all else is theirs.
    public static func == (lhs: SignerDescription, rhs: SignerDescription) -> Bool {
        lhs.fingerprint == rhs.fingerprint && lhs.authorityFingerprint == rhs.authorityFingerprint && lhs.provenance == rhs.provenance
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
