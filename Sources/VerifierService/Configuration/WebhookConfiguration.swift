public import VerificationSessions

/// Where notices of settled sessions go.
public struct WebhookConfiguration: Sendable {
    /// The address: https, or http on loopback in development.
    public let url: String
    /// Signs the notices.
    public let signer: WebhookSigner
    /// How often a notice is tried before it is given up: four and a half hours with the default of 14.
    public let attempts: Int
}
