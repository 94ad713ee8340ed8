import HybridTransport
import Synchronization

/// A client's way to a tunnel in which its farewell, the third message it sends, waits until a decision is ended.
struct HeldFarewell: TunnelProvider {
    let tunnels: any TunnelProvider
    let decision: Decision

    func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        HeldChannel(try await tunnels.connect(to: tunnel, routing: routing, at: domain), decision)
    }

    func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        try await tunnels.open(tunnel, at: domain)
    }

    func call(_ contact: ContactIdentifier, with payload: ClientPayload, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        try await tunnels.call(contact, with: payload, at: domain)
    }

    func wait(as contact: ContactSecret, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        try await tunnels.wait(as: contact, at: domain)
    }
}

/// A channel whose third message waits.
final class HeldChannel: DataChannel {
    private let channel: any DataChannel
    private let decision: Decision
    private let sent = Mutex(0)

    init(_ channel: any DataChannel, _ decision: Decision) { (self.channel, self.decision) = (channel, decision) }

    func send(_ message: [UInt8]) async throws(HybridError) {
        let number = sent.withLock { sent in
            sent += 1
            return sent
        }
        if number == 3 { _ = await decision.until(.refused(.userCancelled)) }
        try await channel.send(message)
    }

    func receive() async throws(HybridError) -> [UInt8]? { try await channel.receive() }

    func close() async { await channel.close() }
}
