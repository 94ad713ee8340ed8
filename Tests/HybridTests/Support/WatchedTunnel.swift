import HybridTransport
import Synchronization

/// The one tunnel of an exchange: one end is for whoever asks for it first, the other for the test.
final class WatchedTunnel: TunnelProvider {
    /// The test's end.
    let peer: InProcessChannel
    private let own: WatchedChannel

    init() {
        let (own, peer) = InProcessChannel.pair()
        self.own = WatchedChannel(own)
        self.peer = peer
    }

    /// Whether the side under test has its end, and has not closed it.
    var isOpen: Bool { own.isOpen }

    func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        own.taken()
    }

    func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        OpenTunnel(routing: Meeting.routing, channel: own.taken())
    }

    func call(_ contact: ContactIdentifier, with payload: ClientPayload, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        throw HybridError(.tunnel, "nobody is linked here")
    }

    func wait(as contact: ContactSecret, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        throw HybridError(.tunnel, "nobody is linked here")
    }
}

/// A channel that knows whether it is in use.
private final class WatchedChannel: DataChannel {
    private let channel: InProcessChannel
    private let use = Mutex(false)

    init(_ channel: InProcessChannel) { self.channel = channel }

    var isOpen: Bool { use.withLock { $0 } }

    func taken() -> WatchedChannel {
        use.withLock { $0 = true }
        return self
    }

    func send(_ message: [UInt8]) async throws(HybridError) { try await channel.send(message) }

    func receive() async throws(HybridError) -> [UInt8]? { try await channel.receive() }

    func close() async {
        await channel.close()
        use.withLock { $0 = false }
    }
}
