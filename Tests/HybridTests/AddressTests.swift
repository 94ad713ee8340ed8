import HybridTransport
import HybridTunnel
import LoopbackServers
import NIOCore
import NIOPosix
import NetworkAddressing
import Testing

@Suite("Places of one address at a tunnel service", .timeLimit(.minutes(5)))
struct AddressTests {
    @Test("One address holds as many connections as it may, and the next ones when others have left")
    func places() async throws {
        try await RunningTunnel.during(limits: TunnelLimits(connectionsOfAddress: 2, opening: .seconds(600))) { tunnel in
            func open(_ number: UInt8) async throws -> OpenTunnel {
                try await tunnel.dialer.open(TunnelIdentifier(secret: [UInt8](repeating: number, count: 16)), at: tunnel.domain)
            }
            let first = try await open(1), second = try await open(2)
            #expect(await Outcome.of { try await open(3) } == .tunnel)
            await first.channel.close()
            while true {
                guard let later = try? await open(3) else {
                    try Task.checkCancellation()
                    continue
                }
                await later.channel.close()
                break
            }
            await second.channel.close()
        }
    }

    @Test("A configured proxy is believed for whom it connects: the last entry counts, whatever stands before it")
    func proxy() async throws {
        try await during(proxies: [#require(NetworkAddress("127.0.0.1"))]) { port in
            let held = try await Self.hold("X-Forwarded-For: 198.51.100.9, 192.0.2.1", port)
            #expect(held.status == "101")
            for header in [
                "X-Forwarded-For: 192.0.2.1", "x-forwarded-for: 192.0.2.7, 192.0.2.1", "X-Forwarded-For: 192.0.2.8\r\nX-Forwarded-For: 192.0.2.1",
                "Forwarded: for=192.0.2.8, for=\"192.0.2.1:4711\";proto=https", "Forwarded: for=192.0.2.1\r\nX-Forwarded-For: 192.0.2.1",
            ] { #expect(try await Self.hold(header, port).status == "404", "\(header)") }
            for header in ["X-Forwarded-For: 192.0.2.2", "Forwarded: proto=https; For=192.0.2.3", "Forwarded: for=\"[2001:db8::1]:4711\""] {
                #expect(try await Self.hold(header, port).status == "101", "\(header)")
            }
            // As a translator makes it of an IPv4 address.
            #expect(try await Self.hold("X-Forwarded-For: 64:ff9b::192.0.2.1", port).status == "404")
            #expect(try await Self.hold("X-Forwarded-For: 64:ff9b::192.0.2.4", port).status == "101")
            // Of IPv6 one machine may vary the second half.
            #expect(try await Self.hold("X-Forwarded-For: 2001:db8::2", port).status == "404")
            // What says nothing counts for the proxy itself.
            #expect(try await Self.hold("X-Forwarded-For: nobody", port).status == "101")
            #expect(try await Self.hold("", port).status == "404")
            // And so does what anybody can write beside what the proxy says.
            #expect(try await Self.hold("Forwarded: for=192.0.2.55\r\nX-Forwarded-For: 192.0.2.77", port).status == "404")
            try await held.channel.close()
        }
    }

    @Test("What anybody else says of whom it connects for is not believed")
    func stranger() async throws {
        try await during(proxies: [#require(NetworkAddress("192.0.2.250"))]) { port in
            let held = try await Self.hold("X-Forwarded-For: 192.0.2.1", port)
            #expect(held.status == "101")
            #expect(try await Self.hold("X-Forwarded-For: 192.0.2.2", port).status == "")
            try await held.channel.close()
        }
    }

    /// A service without TLS, as behind a proxy, that gives each address one place.
    private func during(proxies: Set<NetworkAddress>, _ body: (_ port: Int) async throws -> Void) async throws {
        let server = try TunnelServer(routing: Meeting.routing, tls: nil, limits: TunnelLimits(connectionsOfAddress: 1, opening: .seconds(600)), proxies: proxies)
        try await RunningServer.during({ try await server.run(host: "127.0.0.1", port: 0, listening: $0) }, body)
    }

    /// Asks for a new tunnel, and stays where it is granted: the status, empty where the connection is closed at once.
    private static func hold(_ header: String, _ port: Int) async throws -> (status: String, channel: any Channel) {
        let name = TunnelIdentifier(secret: (0..<16).map { _ in .random(in: 0...255) })
        let lines = [
            "GET /cable/new/\(name) HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: fido.cable",
        ]
        let statuses = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: String.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(StatusReader(statuses)) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let text = (lines + (header.isEmpty ? [] : [header])).joined(separator: "\r\n") + "\r\n\r\n"
        try? await channel.writeAndFlush(ByteBuffer(string: text))
        return (try await statuses.futureResult.get(), channel)
    }
}
