import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A web server on loopback that answers as it is told and remembers what it was asked.
package final class WebServer: Sendable {
    package typealias Answering = @Sendable (WebRequest) -> WebAnswer

    private struct State {
        var answering: Answering
        var requests: [WebRequest] = []
        var tunnels: [String] = []
        var children: [any Channel] = []
        var listener: (any Channel)?
        var isKilled = false
    }

    private let state: Mutex<State>
    private let tls: NIOSSLContext?

    private init(_ credentials: WebCredentials?, _ answering: @escaping Answering) throws {
        tls = try credentials.map { try NIOSSLContext(configuration: $0.configuration()) }
        state = Mutex(State(answering: answering))
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - credentials: for https; nil for http.
    ///   - isProxy: whether it takes a CONNECT first, and then plays the server that was asked for itself.
    package static func start(_ credentials: WebCredentials?, isProxy: Bool = false, _ answering: @escaping Answering) async throws -> WebServer {
        let server = try WebServer(credentials, answering)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    let isKilled = server.state.withLock { state in
                        state.children.append(child)
                        return state.isKilled
                    }
                    guard !isKilled else { throw ChannelError.ioOnClosedChannel }
                    if isProxy {
                        try child.pipeline.syncOperations.addHandler(TunnelHandler(server))
                    } else {
                        try server.serve(child)
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        server.state.withLock { $0.listener = listener }
        return server
    }

    /// The port it listens on.
    package var port: Int { state.withLock { $0.listener }?.localAddress?.port ?? 0 }

    /// What it was asked so far.
    package var requests: [WebRequest] { state.withLock { $0.requests } }

    /// Where it was asked to connect to, as a proxy.
    package var tunnels: [String] { state.withLock { $0.tunnels } }

    /// Answers differently from now on.
    package func answer(_ answering: @escaping Answering) { state.withLock { $0.answering = answering } }

    /// Ends it as a crash does: no new connections, and those there are break.
    package func kill() async {
        // A connection that was taken just now finds itself killed.
        let (listener, children) = state.withLock { state in
            state.isKilled = true
            return (state.listener, state.children)
        }
        try? await listener?.close().get()
        for child in children { try? await child.close().get() }
    }

    /// Makes a connection one of a web server.
    func serve(_ channel: any Channel) throws {
        if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
        try channel.pipeline.syncOperations.addHandler(AnswerHandler(self))
    }

    func answer(to request: WebRequest) -> WebAnswer {
        let answering = state.withLock { state in
            state.requests.append(request)
            return state.answering
        }
        return answering(request)
    }

    func connected(to place: String) { state.withLock { $0.tunnels.append(place) } }
}
