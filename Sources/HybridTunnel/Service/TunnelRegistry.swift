import HybridTransport
import NIOCore
import Synchronization

/// The tunnels in which an authenticator waits.
final class TunnelRegistry: Sendable {
    /// An authenticator's end; it becomes a WebSocket a moment after its request was granted.
    typealias Waiting = (channel: any Channel, end: EventLoopPromise<WebSocketChannel>)

    /// By what this service's tunnels are found.
    let routing: RoutingIdentifier
    private let waiting = Mutex<[TunnelIdentifier: Waiting]>([:])

    init(routing: RoutingIdentifier) { self.routing = routing }

    /// Keeps a new tunnel until somebody joins it or its authenticator leaves; false if there is one of its name.
    func add(_ tunnel: TunnelIdentifier, _ channel: any Channel, _ end: EventLoopPromise<WebSocketChannel>) -> Bool {
        let isNew = waiting.withLock { waiting in
            guard waiting[tunnel] == nil else { return false }
            waiting[tunnel] = (channel, end)
            return true
        }
        guard isNew else { return false }
        channel.closeFuture.whenComplete { [self] _ in
            end.fail(ChannelError.ioOnClosedChannel)
            waiting.withLock { if $0[tunnel]?.channel === channel { $0[tunnel] = nil } }
        }
        return true
    }

    /// Gives a tunnel to the one who joins it.
    func take(_ tunnel: TunnelIdentifier, routing: RoutingIdentifier) -> Waiting? {
        guard routing == self.routing else { return nil }
        return waiting.withLock { $0.removeValue(forKey: tunnel) }
    }

    /// Ends all that wait.
    func end() {
        for waiting in waiting.withLock({ Array($0.values) }) { waiting.channel.close(promise: nil) }
    }
}
