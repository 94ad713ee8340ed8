import Synchronization

/// Tunnels within this process.
public final class InProcessTunnels: TunnelProvider {
    private let waiting = Mutex<[TunnelIdentifier: InProcessChannel]>([:])
    private let contacts = Mutex<[ContactIdentifier: InProcessChannel]>([:])
    private let routing: RoutingIdentifier

    /// Starts without a tunnel.
    ///
    /// - Parameter routing: what every tunnel is found by.
    public init(routing: RoutingIdentifier) { self.routing = routing }

    /// The client's end of a tunnel in which an authenticator waits.
    public func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        guard routing == self.routing, let channel = waiting.withLock({ $0.removeValue(forKey: tunnel) }) else {
            throw HybridError(.tunnel, "nobody waits in this tunnel")
        }
        return channel
    }

    /// The authenticator's end of a new tunnel.
    public func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        let (own, other) = InProcessChannel.pair()
        waiting.withLock { $0[tunnel] = other }
        return OpenTunnel(routing: routing, channel: own)
    }

    /// The client's end of a tunnel to a linked authenticator that waits.
    public func call(_ contact: ContactIdentifier, with payload: ClientPayload, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        guard let channel = contacts.withLock({ $0.removeValue(forKey: contact) }) else {
            throw HybridError(.tunnel, "the linked device does not wait")
        }
        try await channel.send(payload.encoded)
        return channel
    }

    /// The authenticator's end of a tunnel in which it waits for a linked client.
    public func wait(as contact: ContactSecret, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        let (own, other) = InProcessChannel.pair()
        contacts.withLock { $0[contact.identifier] = other }
        return OpenTunnel(routing: routing, channel: own)
    }
}
