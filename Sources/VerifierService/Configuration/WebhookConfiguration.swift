public import VerificationSessions

/// Where notices of settled sessions go.
public struct WebhookConfiguration: Sendable {
    /// The address: https, or http on loopback in development.
    public let url: String
    /// Signs the notices.
    public let signer: WebhookSigner
    /// How often a notice is tried before it is given up: four and a half hours with the default of 14.
    public let attempts: Int

    /// The server of the address, such as `https://rentals.example`. The rest of the address may hold a secret.
    package var server: String {
        guard let colon = url.firstIndex(of: ":") else { return "" }
        let host = url[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        return "\(url[..<colon])://\(host)"
    }
}

extension WebhookConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the address.
    public var description: String { "webhooks to \(server)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the address by accident: what runs services logs them whole.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
