import Crypto
import HybridTransport
import MobileDocument

/// A client and an authenticator in one process, at a fixed time.
struct Meeting: Sendable {
    static let routing: RoutingIdentifier = {
        guard let routing = RoutingIdentifier([1, 2, 3]) else { preconditionFailure("three bytes") }
        return routing
    }()

    let tunnels = InProcessTunnels(routing: routing)
    let adverts = InProcessAdverts()
    let now = Self.now
    static let now = Instant(secondsSinceEpoch: 1_795_225_067)
    let identity = P256.KeyAgreement.PrivateKey()

    init() {}

    var shown: ClientInvitation {
        guard let shown = try? Self.invitation(secret: 7, identity: identity) else { preconditionFailure("16 bytes are a secret") }
        return shown
    }

    var scanned: HybridInvitation { shown.invitation }
    var client: HybridClient { HybridClient(tunnels: tunnels, adverts: adverts) }
    var authenticator: HybridAuthenticator {
        guard let domain = try? TunnelDomain(1000) else { preconditionFailure("1000 is a service's number") }
        return HybridAuthenticator(tunnels: tunnels, adverts: adverts, domain: domain)
    }

    static func invitation(
        secret: UInt8, hint: InvitationHint = .presentation, identity: P256.KeyAgreement.PrivateKey = .init(), supportsLinking: Bool = false
    ) throws -> ClientInvitation {
        try ClientInvitation(
            identity: identity, secret: [UInt8](repeating: secret, count: 16), at: now, hint: hint, supportsLinking: supportsLinking)
    }

    /// For what must not happen: tests wait for its end.
    static let impatient = HybridLimits(proximity: .milliseconds(300))

    static let request: RemoteCredentialRequest = {
        let data = Array(#"{"deviceRequest":"omd2ZXJz","encryptionInfo":"gmVkY2Fw"}"#.utf8)
        guard let request = try? RemoteCredentialRequest(origin: "https://rentals.example", requests: [.init(exchangeProtocol: "org-iso-mdoc", data: data)])
        else { preconditionFailure("a request") }
        return request
    }()

    static let credential = RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"response":"AAAA"}"#.utf8))
}
