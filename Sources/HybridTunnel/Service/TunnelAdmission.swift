import HybridTransport
import NIOCore
import NIOHTTP1
import Synchronization

/// What becomes of one connection's request.
final class TunnelAdmission: Sendable {
    /// What the connection is, once it is a WebSocket.
    enum Role {
        /// An authenticator, which whoever joins finds here.
        case authenticator(EventLoopPromise<WebSocketChannel>)
        /// A client, and whom it joins.
        case client(TunnelRegistry.Waiting)
    }

    private let registry: TunnelRegistry
    private let measures: TunnelMeasures
    private let granted = Mutex<Role?>(nil)

    init(_ registry: TunnelRegistry, _ measures: TunnelMeasures) {
        self.registry = registry
        self.measures = measures
    }

    /// What was granted.
    var role: Role? { granted.withLock { $0 } }

    /// Ends the tunnel of a client that left before it was a WebSocket.
    func abandon() {
        if case .client(let waiting) = role { waiting.channel.close(promise: nil) }
    }

    /// The headers with which a request is granted; nil if it is not.
    func admit(_ head: HTTPRequestHead, _ channel: any Channel) -> HTTPHeaders? {
        guard head.method == .GET, let route = TunnelRoute(path: head.uri),
            head.headers[canonicalForm: "sec-websocket-protocol"].contains(where: { $0 == TunnelRoute.subprotocol })
        else { return nil }
        var headers: HTTPHeaders = ["Sec-WebSocket-Protocol": TunnelRoute.subprotocol]
        switch route {
        case .new(let tunnel):
            let end = channel.eventLoop.makePromise(of: WebSocketChannel.self)
            guard registry.add(tunnel, channel, end) else {
                end.fail(ChannelError.inappropriateOperationForState)
                return nil
            }
            granted.withLock { $0 = .authenticator(end) }
            headers.add(name: "X-caBLE-Routing-ID", value: registry.routing.description)
            measures.open()
        case .connect(let routing, let tunnel):
            guard let waiting = registry.take(tunnel, routing: routing) else { return nil }
            granted.withLock { $0 = .client(waiting) }
            measures.join()
        }
        return headers
    }
}
