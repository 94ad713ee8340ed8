public import DocumentTrust
public import X509

/// A relying party as a registrar knows it: everything that goes into its certificate.
public struct RegisteredReader: Sendable {
    /// Subject of the certificate.
    public let name: AuthorityName
    /// The key it signs with; its private half stays with the relying party.
    public let publicKey: Certificate.PublicKey
    /// DNS names it asks from.
    public let domains: [String]
    /// Where the authority's revocation list is published.
    public let crlDistributionPoint: String
    /// Brand, purpose and privacy policy.
    public let registration: ReaderRegistration
    /// The brand's icon.
    public let icon: BrandIcon
    /// What it may ask for.
    public let allowedElements: AllowedElements

    /// Describes a relying party.
    public init(
        name: AuthorityName, publicKey: Certificate.PublicKey, domains: [String], crlDistributionPoint: String,
        registration: ReaderRegistration, icon: BrandIcon, allowedElements: AllowedElements
    ) {
        self.name = name
        self.publicKey = publicKey
        self.domains = domains
        self.crlDistributionPoint = crlDistributionPoint
        self.registration = registration
        self.icon = icon
        self.allowedElements = allowedElements
    }
}
