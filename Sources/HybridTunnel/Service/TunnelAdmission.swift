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
        case client(TunnelRegistry.Waiting, Greeting)
    }

    /// What each side is told once both are there.
    struct Greeting {
        var toAuthenticator: [UInt8]?
        var toClient: [UInt8]?
    }

    private let registry: TunnelRegistry
    private let measures: TunnelMeasures
    private let places: AddressPlaces
    private let granted = Mutex<Role?>(nil)

    init(_ registry: TunnelRegistry, _ measures: TunnelMeasures, _ places: AddressPlaces) {
        self.registry = registry
        self.measures = measures
        self.places = places
    }

    /// What was granted.
    var role: Role? { granted.withLock { $0 } }

    /// Ends the tunnel of a client that left before it was a WebSocket.
    func abandon() {
        if case .client(let waiting, _) = role { waiting.channel.close(promise: nil) }
    }

    /// The headers with which a request is granted; nil if it is not.
    func admit(_ head: HTTPRequestHead, _ channel: any Channel) -> HTTPHeaders? {
        guard head.method == .GET, let route = TunnelRoute(path: head.uri),
            head.headers[canonicalForm: "sec-websocket-protocol"].contains(where: { $0 == TunnelRoute.subprotocol }),
            places.admit(head.headers, channel), let role = role(for: route, head.headers, channel)
        else { return nil }
        granted.withLock { $0 = role }
        var headers: HTTPHeaders = ["Sec-WebSocket-Protocol": TunnelRoute.subprotocol]
        switch role {
        case .authenticator:
            headers.add(name: TunnelHeader.routing, value: registry.routing.description)
            measures.open()
        case .client: measures.join()
        }
        return headers
    }

    private func role(for route: TunnelRoute, _ headers: HTTPHeaders, _ channel: any Channel) -> Role? {
        switch route {
        case .new(let tunnel):
            let end = channel.eventLoop.makePromise(of: WebSocketChannel.self)
            guard registry.add(tunnel, channel, end) else {
                end.fail(ChannelError.inappropriateOperationForState)
                return nil
            }
            return .authenticator(end)
        case .wait(let contact):
            guard TunnelHeader.secret(in: headers)?.identifier == contact else { return nil }
            let end = channel.eventLoop.makePromise(of: WebSocketChannel.self)
            registry.add(contact, channel, end)
            return .authenticator(end)
        case .connect(let routing, let tunnel): return registry.take(tunnel, routing: routing).map { .client($0, Greeting()) }
        case .contact(let contact):
            guard let payload = TunnelHeader.payload(in: headers), let waiting = registry.take(contact) else { return nil }
            let isSignalled = headers[canonicalForm: TunnelHeader.signal].contains("true")
            return .client(waiting, Greeting(toAuthenticator: payload.encoded, toClient: isSignalled ? [0] : nil))
        }
    }
}
