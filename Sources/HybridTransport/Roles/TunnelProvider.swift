/// The way to tunnel services, which pass messages on between two devices (CTAP 2.2, 11.5.1.2).
public protocol TunnelProvider: Sendable {
    /// The client's end of a tunnel in which an authenticator waits.
    func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel

    /// The authenticator's end of a new tunnel. When it returns, clients can connect.
    func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel

    /// The client's end of a tunnel to a linked authenticator, which the service wakes with the payload.
    ///
    /// - Throws: `hybrid.link` where the service says that the link is to be forgotten, `hybrid.tunnel` where the device does not wait now.
    func call(_ contact: ContactIdentifier, with payload: ClientPayload, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel

    /// The authenticator's end of a tunnel in which it waits for a linked client. The first message is what the client tells to wake it
    /// (`ClientPayload`), the next ones are the client's.
    func wait(as contact: ContactSecret, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel
}
