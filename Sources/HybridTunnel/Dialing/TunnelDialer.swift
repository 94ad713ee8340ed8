public import HybridTransport
package import NetworkAddressing
import NIOCore
import NIOHTTP1
import NIOPosix
public import NIOSSL
import NIOWebSocket

/// Connects to tunnel services: WebSocket over TLS (CTAP 2.2, 11.5.1.2 and 11.5.2). A client goes where a service redirects it, over TLS and
/// three times at most; an authenticator does not, since its advert names the service. A service of the public internet redirects nobody into
/// the network of this machine.
public struct TunnelDialer: TunnelProvider {
    private let trust: NIOSSLTrustRoots
    private let addresses: [TunnelDomain: TunnelAddress]
    private let isPublic: @Sendable (NetworkAddress) -> Bool

    static let port = 443
    private static let maximumRedirections = 3
    /// A name with more addresses is tried at so many of them only: whoever redirects to it has chosen them.
    private static let attempts = 3
    /// Where names are looked up, apart from the threads on which other parts of a program wait: a name server may be silent.
    private static let lookups: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 4)
        pool.start()
        return pool
    }()
    /// How long a service may take to grant or refuse a tunnel.
    private static let openingLimit = TimeAmount.seconds(30)

    /// Makes a dialer.
    ///
    /// - Parameters:
    ///   - trust: whose certificates services have.
    ///   - addresses: where services are that are not found by their names, as those on this machine. Their certificates are still for
    ///     their names.
    public init(trust: NIOSSLTrustRoots = .default, addresses: [TunnelDomain: TunnelAddress] = [:]) {
        self.init(trust: trust, addresses: addresses, isPublic: { PublicAddress($0) != nil })
    }

    /// - Parameter isPublic: which addresses are of the public internet.
    package init(
        trust: NIOSSLTrustRoots, addresses: [TunnelDomain: TunnelAddress], isPublic: @escaping @Sendable (NetworkAddress) -> Bool
    ) {
        self.trust = trust
        self.addresses = addresses
        self.isPublic = isPublic
    }

    /// Makes a dialer for a service that may not be at its name.
    ///
    /// - Parameters:
    ///   - root: file of the certificate in PEM that services' must rest on; nil for those that the system trusts.
    ///   - address: where the service of `domain` is; nil for its name.
    public init(root: String?, domain: TunnelDomain, at address: TunnelAddress?) {
        self.init(trust: root.map { .file($0) } ?? .default, addresses: address.map { [domain: $0] } ?? [:])
    }

    /// The client's end of a tunnel in which an authenticator waits.
    public func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        try await dial(.connect(routing, tunnel), at: domain).channel
    }

    /// The authenticator's end of a new tunnel.
    public func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        try await open(.new(tunnel), at: domain)
    }

    /// The client's end of a tunnel to a linked authenticator that waits.
    public func call(_ contact: ContactIdentifier, with payload: ClientPayload, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        try await dial(.contact(contact), TunnelHeader.calling(with: payload), at: domain).channel
    }

    /// The authenticator's end of a tunnel in which it waits for a linked client.
    public func wait(as contact: ContactSecret, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        try await open(.wait(contact.identifier), TunnelHeader.authorizing(contact), at: domain)
    }

    private func open(_ route: TunnelRoute, _ headers: HTTPHeaders = [:], at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        let (channel, answered) = try await dial(route, headers, at: domain)
        guard let text = answered.first(name: TunnelHeader.routing), let routing = RoutingIdentifier(hexadecimal: text) else {
            await channel.close()
            throw HybridError(.tunnel, "\(domain.host) does not say by what the tunnel is found")
        }
        return OpenTunnel(routing: routing, channel: channel)
    }

    private enum Upgrade: Sendable {
        case granted(WebSocketChannel, HTTPHeaders)
        case refused(EventLoopFuture<RefusalReader.Refusal>, by: SocketAddress?)
    }

    private func dial(
        _ route: TunnelRoute, _ headers: HTTPHeaders = [:], at domain: TunnelDomain
    ) async throws(HybridError) -> (channel: WebSocketChannel, headers: HTTPHeaders) {
        var place = TunnelPlace(
            host: domain.host, address: addresses[domain] ?? TunnelAddress(host: domain.host, port: Self.port), path: route.path)
        var isInside = true
        for _ in 0...Self.maximumRedirections {
            switch try await upgrade(at: place, headers, isInside: isInside) {
            case .granted(let channel, let answered):
                guard answered.first(name: "Sec-WebSocket-Protocol") == TunnelRoute.subprotocol else {
                    await channel.close()
                    throw HybridError(.tunnel, "\(place.host) does not speak \(TunnelRoute.subprotocol)")
                }
                return (channel, answered)
            case .refused(let future, let address):
                // Who is in this machine's network itself may know another one there.
                isInside = isInside && !isOutside(address)
                let refusal = try? await future.get()
                guard route.isOfClient, let next = refusal?.location.flatMap(place.redirected) else { throw Self.error(refusal, route, place.host) }
                place = next
            }
        }
        throw HybridError(.tunnel, "\(domain.host) redirects more than \(Self.maximumRedirections) times")
    }

    private static func error(_ refusal: RefusalReader.Refusal?, _ route: TunnelRoute, _ host: String) -> HybridError {
        switch (refusal?.status, route) {
        case (410, .contact): HybridError(.link, "\(host) says that the linked device does not wait there any more; link the devices again")
        case (let status?, .contact): HybridError(.tunnel, "\(host) answers \(status): the linked device does not wait there now")
        case (let status?, _): HybridError(.tunnel, "\(host) answers \(status): nobody waits in this tunnel, or the service gives none")
        case (nil, _): HybridError(.tunnel, "\(host) does not answer")
        }
    }

    private func isOutside(_ address: SocketAddress?) -> Bool { address?.ipAddress.flatMap { NetworkAddress($0) }.map(isPublic) ?? true }

    /// By what a place is connected to: its name, or those of its addresses that are public.
    private func hosts(of place: TunnelPlace, isInside: Bool) async throws(HybridError) -> [String] {
        let name = place.address.host
        if isInside { return [name] }
        let found = (try? await Self.lookups.runIfActive { NetworkAddress.lookUp(name) })?.filter(isPublic) ?? []
        guard !found.isEmpty else { throw HybridError(.tunnel, "a tunnel service redirects to \(name), which is not in the public internet") }
        return Self.tried(of: found).map(\.description)
    }

    /// The addresses that are tried, in order: the second one is of the other family, where there is one, since a machine may have a way to one of
    /// the two only.
    static func tried(of found: [NetworkAddress]) -> [NetworkAddress] {
        var rest = found
        if let first = found.first, let other = found.firstIndex(where: { isIPv4($0) != isIPv4(first) }) { rest.insert(rest.remove(at: other), at: 1) }
        return Array(rest.prefix(attempts))
    }

    private static func isIPv4(_ address: NetworkAddress) -> Bool { if case .v4 = address { true } else { false } }

    private func upgrade(at place: TunnelPlace, _ headers: HTTPHeaders, isInside: Bool) async throws(HybridError) -> Upgrade {
        var failure: HybridError?
        for host in try await hosts(of: place, isInside: isInside) {
            // A connection that is being made is not called off; none is begun that nobody waits for.
            guard !Task.isCancelled else { throw HybridError(.cancelled, "connecting to \(place.host) was given up") }
            do throws(HybridError) { return try await upgrade(at: place, by: host, headers) } catch { failure = error }
        }
        throw failure ?? HybridError(.tunnel, "\(place.host) has no address")
    }

    private func upgrade(at place: TunnelPlace, by host: String, _ headers: HTTPHeaders) async throws(HybridError) -> Upgrade {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.trustRoots = trust
        let context: NIOSSLContext
        do { context = try NIOSSLContext(configuration: configuration) } catch {
            throw HybridError(.tunnel, "the certificate that \(place.host)'s must rest on cannot be read; name a file that holds it in PEM")
        }
        do {
            return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: host, port: place.address.port) { channel in
                    channel.eventLoop.makeCompletedFuture { try Self.prepare(channel, place, headers, context) }
                }.get()
        } catch { throw HybridError(reaching: place.host, error) }
    }

    private static func prepare(
        _ channel: any Channel, _ place: TunnelPlace, _ more: HTTPHeaders, _ context: NIOSSLContext
    ) throws -> EventLoopFuture<Upgrade> {
        let opening = channel.close(in: openingLimit)
        try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: place.host))
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: FrameSealer.maximumBytes,
            upgradePipelineHandler: { channel, head in
                opening.cancel()
                return channel.eventLoop.makeCompletedFuture { .granted(try WebSocketChannel(channel, isClient: true), head.headers) }
            })
        var headers: HTTPHeaders = [
            "Host": place.authority, "Sec-WebSocket-Protocol": TunnelRoute.subprotocol, "Origin": "wss://\(place.authority)",
        ]
        headers.add(contentsOf: more)
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<Upgrade>(
            upgradeRequestHead: HTTPRequestHead(version: .http1_1, method: .GET, uri: place.path, headers: headers),
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    let refusal = channel.eventLoop.makePromise(of: RefusalReader.Refusal.self)
                    try channel.pipeline.syncOperations.addHandler(RefusalReader(refusal))
                    return .refused(refusal.futureResult, by: channel.remoteAddress)
                }
            })
        var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
        // What the other device sent before arrives in one piece with the service's answer.
        pipeline.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
    }
}
