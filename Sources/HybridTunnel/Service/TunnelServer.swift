public import HybridTransport
public import NetworkAddressing
import NIOCore
import NIOHTTP1
import NIOPosix
public import NIOSSL
import NIOWebSocket

/// A tunnel service: it passes messages on between an authenticator and the client that joins it, and learns nothing of them
/// (CTAP 2.2, 11.5.1.2). An authenticator can also wait at it for its linked clients (11.5.2).
///
/// It keeps no record: a tunnel is two connections, and what a device sends is in memory until the other one has taken it.
public struct TunnelServer: Sendable {
    private let registry: TunnelRegistry
    private let measures = TunnelMeasures()
    private let places: AddressPlaces
    private let limits: TunnelLimits
    private let tls: NIOSSLContext?

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - routing: by what its tunnels are found; each of several services behind one name has its own, and whoever stands before them
    ///     sends `/cable/connect/<routing>/` to it.
    ///   - tls: its certificate and key; none behind a proxy that ends TLS.
    ///   - proxies: addresses of proxies whose word is taken for whom they connect (`Forwarded`, or else `X-Forwarded-For`).
    public init(
        routing: RoutingIdentifier, tls: TLSConfiguration?, limits: TunnelLimits = TunnelLimits(), proxies: Set<NetworkAddress> = []
    ) throws {
        registry = TunnelRegistry(routing: routing)
        places = AddressPlaces(limit: limits.connectionsOfAddress, proxies: proxies)
        self.limits = limits
        self.tls = try tls.map { try NIOSSLContext(configuration: $0) }
    }

    /// What it has counted, as Prometheus text. `GET /metrics` from this machine, not through a proxy, answers the same.
    public var measuresText: String { measures.text }

    private enum Connection: Sendable {
        case authenticator
        case client(WebSocketChannel, EventLoopFuture<WebSocketChannel>, TunnelAdmission.Greeting)
        case refused
    }

    /// A connection whose request is not known yet.
    private struct Arrival: Sendable {
        let connection: EventLoopFuture<Connection>
        let admission: TunnelAdmission
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter listening: is told the port, once it can be connected to.
    public func run(host: String, port: Int, listening: @Sendable (Int) -> Void) async throws {
        let server: NIOAsyncChannel<Arrival, Never> = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: host, port: port) { channel in
                channel.eventLoop.makeSucceededFuture(accept(channel))
            }
        listening(server.channel.localAddress?.port ?? port)
        defer { registry.end() }
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await arrival in connections {
                    group.addTask { await serve(arrival) }
                }
            }
            group.cancelAll()
        }
    }

    /// Whoever cannot be served is closed at once: an error would leave the connection open, and nobody beside it.
    private func accept(_ channel: any Channel) -> Arrival {
        let admission = TunnelAdmission(registry, measures, places)
        do {
            guard measures.connect(atMost: limits.connections) else { throw ChannelError.inputClosed }
            channel.closeFuture.whenComplete { _ in measures.disconnect() }
            guard places.accept(channel) else {
                measures.refuse()
                throw ChannelError.inputClosed
            }
            return Arrival(connection: try prepare(channel, admission), admission: admission)
        } catch {
            channel.eventLoop.execute { channel.close(promise: nil) }
            return Arrival(connection: channel.eventLoop.makeFailedFuture(error), admission: admission)
        }
    }

    private func prepare(_ channel: any Channel, _ admission: TunnelAdmission) throws -> EventLoopFuture<Connection> {
        let opening = channel.close(in: TimeAmount(limits.opening))
        if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
        let upgrader = NIOTypedWebSocketServerUpgrader<Connection>(
            maxFrameSize: FrameSealer.maximumBytes,
            shouldUpgrade: { channel, head in channel.eventLoop.makeSucceededFuture(admission.admit(head, channel)) },
            upgradePipelineHandler: { channel, _ in
                opening.cancel()
                channel.close(in: TimeAmount(limits.lifetime))
                return channel.eventLoop.makeCompletedFuture { try Self.join(channel, admission) }
            })
        let configuration = NIOTypedHTTPServerUpgradeConfiguration<Connection>(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    let isNear = channel.remoteAddress?.ipAddress.map { $0 == "127.0.0.1" || $0 == "::1" } ?? false
                    try channel.pipeline.syncOperations.addHandler(RefusalHandler(measures, showsMeasures: isNear))
                    return .refused
                }
            })
        var pipeline = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: configuration)
        pipeline.decoderConfiguration = Self.requestLimits
        return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(configuration: pipeline)
    }

    /// What a request may have: a path, a secret, and what a proxy adds. Comparing more could take seconds, as where it is all combining marks.
    private static var requestLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 8_192
        limits.maxHeaderListSize = 16_384
        limits.maxHeaderFieldCount = 64
        return limits
    }

    private static func join(_ channel: any Channel, _ admission: TunnelAdmission) throws -> Connection {
        let end = try WebSocketChannel(channel, isClient: false)
        switch admission.role {
        case .authenticator(let promise):
            promise.succeed(end)
            return .authenticator
        case .client(let waiting, let greeting): return .client(end, waiting.end.futureResult, greeting)
        case nil: throw ChannelError.inappropriateOperationForState
        }
    }

    private func serve(_ arrival: Arrival) async {
        guard case .client(let client, let waiting, let greeting)? = try? await arrival.connection.get() else { return arrival.admission.abandon() }
        if let authenticator = try? await waiting.get(), await greet(client, authenticator, greeting) { await relay(client, authenticator) }
        await client.close()
    }

    private func greet(_ client: WebSocketChannel, _ authenticator: WebSocketChannel, _ greeting: TunnelAdmission.Greeting) async -> Bool {
        do {
            if let payload = greeting.toAuthenticator { try await authenticator.send(payload) }
            if let signal = greeting.toClient { try await client.send(signal) }
            return true
        } catch {
            await authenticator.close()
            return false
        }
    }

    /// Passes messages on in both directions until one side ends.
    private func relay(_ client: WebSocketChannel, _ authenticator: WebSocketChannel) async {
        let budget = TunnelBudget(bytes: limits.bytes)
        await withDiscardingTaskGroup { group in
            for (from, to) in [(client, authenticator), (authenticator, client)] {
                group.addTask { await pass(from, to, budget) }
            }
        }
    }

    private func pass(_ from: WebSocketChannel, _ to: WebSocketChannel, _ budget: TunnelBudget) async {
        while let message = try? await from.receive(), budget.take(message.count) {
            measures.carry(message.count)
            // What was received of a side that has left is still passed on: the other direction ends the tunnel after that.
            guard (try? await to.send(message)) != nil else { return await to.close() }
        }
        await from.close()
        await to.close()
    }
}
