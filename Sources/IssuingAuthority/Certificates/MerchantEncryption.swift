public import X509

/// A merchant as a registrar knows it: what goes into the certificate of a key that answers to apps are sealed to.
public struct MerchantEncryption: Sendable {
    /// Subject of the certificate.
    public let name: AuthorityName
    /// The P-256 key envelopes are sealed to; its private half stays with the merchant's server.
    public let publicKey: Certificate.PublicKey
    /// The merchant's identifier, as apps put it into their requests.
    public let merchantIdentifier: String
    /// Identifier of the team that makes the apps.
    public let teamIdentifier: String
    /// Where the authority's revocation list is published.
    public let crlDistributionPoint: String

    /// Describes a merchant.
    public init(name: AuthorityName, publicKey: Certificate.PublicKey, merchantIdentifier: String, teamIdentifier: String, crlDistributionPoint: String) {
        self.name = name
        self.publicKey = publicKey
        self.merchantIdentifier = merchantIdentifier
        self.teamIdentifier = teamIdentifier
        self.crlDistributionPoint = crlDistributionPoint
    }
}
