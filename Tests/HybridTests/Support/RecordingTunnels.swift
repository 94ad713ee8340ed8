import HybridTransport
import Synchronization

/// A way to tunnels that keeps what either side of a client's tunnel sends first, as a tunnel service could.
final class RecordingTunnels: TunnelProvider {
    private let tunnels: any TunnelProvider
    private let call = Mutex<(ContactIdentifier, ClientPayload, RecordingChannel)?>(nil)
    private let connected = Mutex<RecordingChannel?>(nil)

    init(_ tunnels: any TunnelProvider) { self.tunnels = tunnels }

    /// The call and the first message of the last exchange.
    var recorded: (ContactIdentifier, ClientPayload, [UInt8])? {
        call.withLock { call in call.flatMap { call in call.2.first.map { (call.0, call.1, $0) } } }
    }

    /// The other device's first message of the last exchange with a code.
    var reply: [UInt8]? { connected.withLock { $0?.reply } }

    func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        let channel = RecordingChannel(try await tunnels.connect(to: tunnel, routing: routing, at: domain))
        connected.withLock { $0 = channel }
        return channel
    }

    func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel { try await tunnels.open(tunnel, at: domain) }

    func call(_ contact: ContactIdentifier, with payload: ClientPayload, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        let channel = RecordingChannel(try await tunnels.call(contact, with: payload, at: domain))
        call.withLock { $0 = (contact, payload, channel) }
        return channel
    }

    func wait(as contact: ContactSecret, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel { try await tunnels.wait(as: contact, at: domain) }
}

/// A channel that keeps the first message of either direction.
final class RecordingChannel: DataChannel {
    private let channel: any DataChannel
    private let kept = Mutex<[UInt8]?>(nil)
    private let received = Mutex<[UInt8]?>(nil)

    init(_ channel: any DataChannel) { self.channel = channel }

    /// The first one sent.
    var first: [UInt8]? { kept.withLock { $0 } }
    /// The first one received.
    var reply: [UInt8]? { received.withLock { $0 } }

    func send(_ message: [UInt8]) async throws(HybridError) {
        kept.withLock { $0 = $0 ?? message }
        try await channel.send(message)
    }

    func receive() async throws(HybridError) -> [UInt8]? {
        let message = try await channel.receive()
        received.withLock { $0 = $0 ?? message }
        return message
    }

    func close() async { await channel.close() }
}
