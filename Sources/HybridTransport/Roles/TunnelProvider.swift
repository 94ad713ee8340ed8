/// The way to tunnel services, which pass messages on between two devices (CTAP 2.2, 11.5.1.2).
public protocol TunnelProvider: Sendable {
    /// The client's end of a tunnel in which an authenticator waits.
    func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel

    /// The authenticator's end of a new tunnel. When it returns, clients can connect.
    func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel
}
