public import Crypto
public import MobileDocument

/// The client's half of a QR code: what the code says, and the key that proves who showed it. For one exchange.
public struct ClientInvitation: Sendable {
    /// What the code says.
    public let invitation: HybridInvitation
    let identity: P256.KeyAgreement.PrivateKey

    /// Makes a code.
    ///
    /// - Parameters:
    ///   - identity: a new key, used for this code only.
    ///   - secret: 16 random bytes, used for this code only.
    ///   - now: the moment at which it is shown.
    public init(
        identity: P256.KeyAgreement.PrivateKey, secret: [UInt8], at now: Instant, hint: InvitationHint = .presentation, supportsLinking: Bool = false
    ) throws(HybridError) {
        self.identity = identity
        invitation = try HybridInvitation(
            identity: identity.publicKey, secret: secret, issuedAt: now, supportsLinking: supportsLinking, hint: hint)
    }
}

extension ClientInvitation: Withheld {
    /// What is wanted; key and secret are withheld.
    public var description: String { "client's \(invitation)" }
}
