import HybridTransport
import NIOCore
import Synchronization

/// The tunnels in which an authenticator waits.
final class TunnelRegistry: Sendable {
    /// An authenticator's end; it becomes a WebSocket a moment after its request was granted.
    typealias Waiting = (channel: any Channel, end: EventLoopPromise<WebSocketChannel>)

    /// Where an authenticator waits.
    private enum Place: Hashable {
        case tunnel(TunnelIdentifier)
        case contact(ContactIdentifier)
    }

    /// By what this service's tunnels are found.
    let routing: RoutingIdentifier
    private let waiting = Mutex<[Place: Waiting]>([:])

    init(routing: RoutingIdentifier) { self.routing = routing }

    /// Keeps a new tunnel until somebody joins it or its authenticator leaves; false if there is one of its name.
    func add(_ tunnel: TunnelIdentifier, _ channel: any Channel, _ end: EventLoopPromise<WebSocketChannel>) -> Bool {
        let isNew = waiting.withLock { waiting in
            guard waiting[.tunnel(tunnel)] == nil else { return false }
            waiting[.tunnel(tunnel)] = (channel, end)
            return true
        }
        if isNew { leave(.tunnel(tunnel), with: channel, end) }
        return isNew
    }

    /// Keeps an authenticator until a linked client calls or it leaves. One of the same contact that waits already is a connection which its
    /// device has lost, so it ends.
    func add(_ contact: ContactIdentifier, _ channel: any Channel, _ end: EventLoopPromise<WebSocketChannel>) {
        let earlier = waiting.withLock { $0.updateValue((channel, end), forKey: .contact(contact)) }
        earlier?.channel.close(promise: nil)
        leave(.contact(contact), with: channel, end)
    }

    /// Gives a tunnel to the one who joins it.
    func take(_ tunnel: TunnelIdentifier, routing: RoutingIdentifier) -> Waiting? {
        guard routing == self.routing else { return nil }
        return waiting.withLock { $0.removeValue(forKey: .tunnel(tunnel)) }
    }

    /// Gives an authenticator to the linked client that calls.
    func take(_ contact: ContactIdentifier) -> Waiting? { waiting.withLock { $0.removeValue(forKey: .contact(contact)) } }

    /// Ends all that wait.
    func end() {
        for waiting in waiting.withLock({ Array($0.values) }) { waiting.channel.close(promise: nil) }
    }

    private func leave(_ place: Place, with channel: any Channel, _ end: EventLoopPromise<WebSocketChannel>) {
        channel.closeFuture.whenComplete { [self] _ in
            end.fail(ChannelError.ioOnClosedChannel)
            waiting.withLock { if $0[place]?.channel === channel { $0[place] = nil } }
        }
    }
}
