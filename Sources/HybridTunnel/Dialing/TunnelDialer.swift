public import HybridTransport
import NIOCore
import NIOHTTP1
import NIOPosix
public import NIOSSL
import NIOWebSocket

/// Connects to tunnel services: WebSocket over TLS (CTAP 2.2, 11.5.1.2).
public struct TunnelDialer: TunnelProvider {
    private let trust: NIOSSLTrustRoots
    private let addresses: [TunnelDomain: TunnelAddress]

    private static let port = 443
    /// How long a service may take to grant or refuse a tunnel.
    private static let openingLimit = TimeAmount.seconds(30)

    /// Makes a dialer.
    ///
    /// - Parameters:
    ///   - trust: whose certificates services have.
    ///   - addresses: where services are that are not found by their names, as those on this machine. Their certificates are still for
    ///     their names.
    public init(trust: NIOSSLTrustRoots = .default, addresses: [TunnelDomain: TunnelAddress] = [:]) {
        self.trust = trust
        self.addresses = addresses
    }

    /// The client's end of a tunnel in which an authenticator waits.
    public func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        try await dial(.connect(routing, tunnel), at: domain).channel
    }

    /// The authenticator's end of a new tunnel.
    public func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        let (channel, headers) = try await dial(.new(tunnel), at: domain)
        guard let text = headers.first(name: "X-caBLE-Routing-ID"), let routing = RoutingIdentifier(hexadecimal: text) else {
            await channel.close()
            throw HybridError(.tunnel, "\(domain.host) does not say by what the tunnel is found")
        }
        return OpenTunnel(routing: routing, channel: channel)
    }

    private enum Upgrade: Sendable {
        case granted(WebSocketChannel, HTTPHeaders)
        case refused(EventLoopFuture<UInt>)
    }

    private func dial(_ route: TunnelRoute, at domain: TunnelDomain) async throws(HybridError) -> (channel: WebSocketChannel, headers: HTTPHeaders) {
        let upgrade: Upgrade
        do {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.minimumTLSVersion = .tlsv12
            configuration.trustRoots = trust
            let context = try NIOSSLContext(configuration: configuration)
            let address = addresses[domain] ?? TunnelAddress(host: domain.host, port: Self.port)
            upgrade = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture { try Self.prepare(channel, route, domain.host, context) }
                }.get()
        } catch { throw HybridError(.tunnel, "\(domain.host) cannot be reached: \(error)") }
        switch upgrade {
        case .granted(let channel, let headers):
            guard headers.first(name: "Sec-WebSocket-Protocol") == TunnelRoute.subprotocol else {
                await channel.close()
                throw HybridError(.tunnel, "\(domain.host) does not speak \(TunnelRoute.subprotocol)")
            }
            return (channel, headers)
        case .refused(let status):
            let answer = (try? await status.get()).map { "answers \($0)" } ?? "does not answer"
            throw HybridError(.tunnel, "\(domain.host) \(answer): nobody waits in this tunnel, or the service gives none")
        }
    }

    private static func prepare(
        _ channel: any Channel, _ route: TunnelRoute, _ host: String, _ context: NIOSSLContext
    ) throws -> EventLoopFuture<Upgrade> {
        let opening = channel.close(in: openingLimit)
        try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: host))
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: FrameSealer.maximumBytes,
            upgradePipelineHandler: { channel, head in
                opening.cancel()
                return channel.eventLoop.makeCompletedFuture { .granted(try WebSocketChannel(channel, isClient: true), head.headers) }
            })
        let headers: HTTPHeaders = ["Host": host, "Sec-WebSocket-Protocol": TunnelRoute.subprotocol, "Origin": "wss://\(host)"]
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<Upgrade>(
            upgradeRequestHead: HTTPRequestHead(version: .http1_1, method: .GET, uri: route.path, headers: headers),
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    let status = channel.eventLoop.makePromise(of: UInt.self)
                    try channel.pipeline.syncOperations.addHandler(RefusalReader(status))
                    return .refused(status.futureResult)
                }
            })
        var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
        // What the other device sent before arrives in one piece with the service's answer.
        pipeline.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
    }
}
