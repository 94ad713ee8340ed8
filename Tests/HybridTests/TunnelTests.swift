import HybridTransport
import HybridTunnel
import LoopbackServers
import NIOCore
import NIOPosix
import TextEncodings
import Testing

@Suite("Tunnel service", .timeLimit(.minutes(5)))
struct TunnelTests {
    private let name = TunnelIdentifier(secret: [UInt8](repeating: 7, count: 16))

    @Test("Both roles meet through a tunnel over TLS, and a portrait fits into an answer")
    func exchange() async throws {
        try await RunningTunnel.during { tunnel in
            let adverts = InProcessAdverts()
            let meeting = Meeting()
            let portrait = String(repeating: "A", count: 600_000)
            let answer = RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"response":"\#(portrait)"}"#.utf8))
            let authenticator = HybridAuthenticator(tunnels: tunnel.dialer, adverts: adverts, domain: tunnel.domain)
            async let served = authenticator.answer(meeting.scanned, at: meeting.now) { request in
                request == Meeting.request ? answer : .refused(.deviceAborted)
            }
            let received = try await HybridClient(tunnels: tunnel.dialer, adverts: adverts).present(Meeting.request, to: meeting.shown)
            #expect(received == answer)
            let sent = try await served
            #expect(sent == answer)
        }
    }

    @Test("What one side sends the other receives, whole and in order, until one leaves")
    func relay() async throws {
        try await RunningTunnel.during { tunnel in
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            #expect(open.routing == Meeting.routing)
            let client = try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain)
            let messages = (0..<50).map { [UInt8](repeating: UInt8($0), count: $0 * 997) } + [[UInt8](repeating: 1, count: FrameSealer.maximumBytes)]
            async let sent: Void = { for message in messages { try await client.send(message) } }()
            for message in messages { #expect(try await open.channel.receive() == message) }
            try await sent
            try await open.channel.send([9])
            #expect(try await client.receive() == [9])
            await client.close()
            #expect(try await open.channel.receive() == nil)
        }
    }

    @Test("Messages that were sent before the other side came are not lost")
    func early() async throws {
        try await RunningTunnel.during { tunnel in
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            try await open.channel.send([1])
            try await open.channel.send([2])
            let client = try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain)
            #expect(try await client.receive() == [1])
            #expect(try await client.receive() == [2])
            await open.channel.close()
            #expect(try await client.receive() == nil)
        }
    }

    @Test("What a side says before it leaves reaches the other one, even while that one talks")
    func lastWords() async throws {
        try await RunningTunnel.during { tunnel in
            for _ in 0..<20 {
                let name = Self.anyName
                let open = try await tunnel.dialer.open(name, at: tunnel.domain)
                let client = try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain)
                let talking = Task { while (try? await client.send([1])) != nil {} }
                #expect(try await open.channel.receive() == [1])
                let hearing = Task { while (try? await open.channel.receive()) != nil {} }
                try await open.channel.send([9])
                await open.channel.close()
                #expect(try await client.receive() == [9])
                await client.close()
                await talking.value
                await hearing.value
            }
        }
    }

    @Test("One authenticator and one client have a tunnel; everybody else is refused")
    func strangers() async throws {
        try await RunningTunnel.during { tunnel in
            let other = TunnelIdentifier(secret: [UInt8](repeating: 8, count: 16))
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            #expect(await Outcome.of { try await tunnel.dialer.open(name, at: tunnel.domain) } == .tunnel)
            #expect(await Outcome.of { try await tunnel.dialer.connect(to: other, routing: open.routing, at: tunnel.domain) } == .tunnel)
            let elsewhere = try #require(RoutingIdentifier([9, 9, 9]))
            #expect(await Outcome.of { try await tunnel.dialer.connect(to: name, routing: elsewhere, at: tunnel.domain) } == .tunnel)
            let client = try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain)
            #expect(await Outcome.of { try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain) } == .tunnel)
            await client.close()
            // The name is free again once both have left.
            #expect(try await open.channel.receive() == nil)
            await open.channel.close()
            let again = try await tunnel.dialer.open(name, at: tunnel.domain)
            await again.channel.close()
        }
    }

    @Test("A tunnel that carries more than it may, or lasts longer, ends on both sides")
    func limits() async throws {
        try await RunningTunnel.during(limits: TunnelLimits(bytes: 1000, opening: .seconds(600))) { tunnel in
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            let client = try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain)
            try await client.send([UInt8](repeating: 1, count: 1000))
            #expect(try await open.channel.receive()?.count == 1000)
            try await client.send([1])
            #expect(try await open.channel.receive() == nil)
            #expect(try await client.receive() == nil)
        }
        try await RunningTunnel.during(limits: TunnelLimits(lifetime: .seconds(1), opening: .seconds(600))) { tunnel in
            while true {
                // On a busy machine it may be over before this side knows that it was granted.
                guard let open = try? await tunnel.dialer.open(Self.anyName, at: tunnel.domain) else {
                    try Task.checkCancellation()
                    continue
                }
                let ending = await Outcome.of { while try await open.channel.receive() != nil {} }
                #expect(ending == nil || ending == .closed)
                break
            }
        }
    }

    @Test("A connection may last as long as a phone waits on it for linked devices and the exchange after that, each step at its longest")
    func longestExchange() {
        let limits = HybridLimits()
        // Three steps of devices alone: the handshake, the request's coming and the answer's going.
        let exchange = limits.proximity + limits.connection * 3 + limits.answer + limits.farewell
        #expect(limits.idle + exchange < TunnelLimits().lifetime)
    }

    /// Names a tunnel as no other one here.
    private static var anyName: TunnelIdentifier { TunnelIdentifier(secret: (0..<16).map { _ in .random(in: 0...255) }) }

    @Test("A connection that does not become a tunnel is closed, however far it is: silent, in the middle of TLS or of its request, or done with TLS")
    func opening() async throws {
        try await RunningTunnel.during(limits: TunnelLimits(opening: .seconds(2))) { tunnel in
            let silent = try await HandmadeEnd(tunnel, isOverTLS: false)
            let greeting = try await HandmadeEnd(tunnel, isOverTLS: false)
            // A record of 512 bytes, of which the first begins a ClientHello.
            await greeting.say([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])
            let secured = try await HandmadeEnd(tunnel)
            let asking = try await HandmadeEnd(tunnel)
            await asking.say(Array("GET /cable/new/\(name) HTTP/1.1\r\nHost: a\r\n".utf8))
            for end in [silent, greeting, secured, asking] { try await end.closed() }
            try await tunnel.emptied()
            // The service goes on, and gives the name to who asks in time.
            while true {
                guard let later = try? await tunnel.dialer.open(name, at: tunnel.domain) else {
                    try Task.checkCancellation()
                    continue
                }
                await later.channel.close()
                break
            }
        }
    }

    @Test("Two devices that are joined are parted once their connections have lasted as long as one may, however much they say")
    func joinedLifetime() async throws {
        try await RunningTunnel.during(limits: TunnelLimits(lifetime: .seconds(10), opening: .seconds(600))) { tunnel in
            while true {
                let name = Self.anyName
                // On a busy machine it may be over before they have met.
                guard let open = try? await tunnel.dialer.open(name, at: tunnel.domain),
                    let client = try? await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain),
                    (try? await client.send([1])) != nil, (try? await open.channel.receive()) == [1]
                else {
                    try Task.checkCancellation()
                    continue
                }
                let talking = Task { while (try? await client.send([2])) != nil { try? await Task.sleep(for: .milliseconds(50)) } }
                // What was on its way may find a connection that is closed already.
                for end in [open.channel, client] {
                    let ending = await Outcome.of { while try await end.receive() != nil {} }
                    #expect(ending == nil || ending == .closed)
                }
                await talking.value
                break
            }
            try await tunnel.emptied()
        }
    }

    /// What no client may send.
    enum BadFrame: String, CaseIterable, Sendable {
        case text, unmasked, fragments, emptyFragment, lostFragment, otherOpcode, brokenControl

        var bytes: [UInt8] {
            switch self {
            case .text: Self.frame(0x81)
            case .unmasked: [0x82, 1, 1]
            // A message that never ends, a byte at a time.
            case .fragments: Self.frame(0x02) + Array([[UInt8]](repeating: Self.frame(0x00), count: 2000).joined())
            case .emptyFragment: [0x02, 0x80, 0, 0, 0, 0]
            case .lostFragment: Self.frame(0x80)
            case .otherOpcode: Self.frame(0x83)
            case .brokenControl: Self.frame(0x09)
            }
        }

        /// A frame of one byte, under a mask that changes nothing.
        private static func frame(_ first: UInt8) -> [UInt8] { [first, 0x81, 0, 0, 0, 0, 1] }
    }

    @Test("Who sends what no client may is parted from the other device, which is handed none of it", arguments: BadFrame.allCases)
    func badFrames(_ frame: BadFrame) async throws {
        try await RunningTunnel.during { tunnel in
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            let end = try await HandmadeEnd(tunnel)
            #expect(try await end.ask("/cable/connect/\(open.routing)/\(name)") == "101")
            // What a client may send arrives.
            await end.say([0x82, 0x82, 0, 0, 0, 0, 7, 8])
            #expect(try await open.channel.receive() == [7, 8])
            await end.say(frame.bytes)
            #expect(try await open.channel.receive() == nil)
            try await end.closed()
            try await tunnel.emptied()
        }
    }

    @Test("A device that does not read holds up what the other one sends, and neither of them stays longer than a connection may last")
    func unread() async throws {
        try await RunningTunnel.during(limits: TunnelLimits(bytes: 1 << 30, lifetime: .seconds(2), opening: .seconds(600))) { tunnel in
            while true {
                let name = Self.anyName
                let deaf = try await HandmadeEnd(tunnel)
                guard try await deaf.ask("/cable/new/\(name)") == "101", (try? await deaf.channel.setOption(.autoRead, value: false).get()) != nil,
                    let client = try? await tunnel.dialer.connect(to: name, routing: Meeting.routing, at: tunnel.domain)
                else {
                    try Task.checkCancellation()
                    continue
                }
                // Far more than the system holds for the two of them.
                let message = [UInt8](repeating: 1, count: 1 << 20)
                #expect(await Outcome.of { for _ in 0..<256 { try await client.send(message) } } == .closed)
                try await tunnel.emptied()
                try? await deaf.channel.close()
                break
            }
        }
    }

    @Test("A message longer than a frame ends the tunnel")
    func longMessage() async throws {
        try await RunningTunnel.during { tunnel in
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            let client = try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain)
            try? await client.send([UInt8](repeating: 1, count: FrameSealer.maximumBytes + 1))
            #expect(await Outcome.of { while try await open.channel.receive() != nil {} } == nil)
        }
    }

    @Test("As many connections as there may be are served, and the next ones when others have left")
    func connections() async throws {
        try await RunningTunnel.during(limits: TunnelLimits(connections: 1, opening: .seconds(600))) { tunnel in
            let other = TunnelIdentifier(secret: [UInt8](repeating: 8, count: 16))
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            #expect(await Outcome.of { try await tunnel.dialer.open(other, at: tunnel.domain) } == .tunnel)
            await open.channel.close()
            while true {
                guard let later = try? await tunnel.dialer.open(other, at: tunnel.domain) else {
                    try Task.checkCancellation()
                    continue
                }
                await later.channel.close()
                break
            }
        }
    }

    @Test("A service with another name's certificate is not connected to, nor one of an unknown authority")
    func certificates() async throws {
        try await RunningTunnel.during(certificateFor: "cable.example.com") { tunnel in
            #expect(await Outcome.of { try await tunnel.dialer.open(name, at: tunnel.domain) } == .tunnel)
        }
        try await RunningTunnel.during { tunnel in
            let strict = TunnelDialer(addresses: [tunnel.domain: TunnelAddress(host: "127.0.0.1", port: tunnel.port)])
            #expect(await Outcome.of { try await strict.open(name, at: tunnel.domain) } == .tunnel)
        }
    }

    @Test("Linked devices meet through a tunnel over TLS without a code")
    func linked() async throws {
        try await RunningTunnel.during { tunnel in
            let pair = try await LinkedPair.link(through: tunnel.dialer)
            async let served = pair.wait()
            #expect(try await pair.ask() == Meeting.credential)
            _ = try await served
            // Revoked on the device that has the documents.
            let waiting = Task { try await pair.wait(knowing: []) }
            let refused = await Outcome.of { try await pair.ask() }
            #expect(refused == .closed)
            waiting.cancel()
            #expect(await Outcome.of { try await waiting.value } == .cancelled)
        }
    }

    @Test("Who only knows a contact cannot wait in its place, and who does not wait cannot be called")
    func contacts() async throws {
        try await RunningTunnel.during { tunnel in
            let secret = ContactSecret()
            let payload = try ClientPayload(link: LinkIdentifier(), nonce: [UInt8](repeating: 1, count: 16))
            #expect(await Outcome.of { try await tunnel.dialer.call(secret.identifier, with: payload, at: tunnel.domain) } == .tunnel)
            let lost = try await tunnel.dialer.wait(as: secret, at: tunnel.domain)
            #expect(lost.routing == Meeting.routing)
            // A phone that comes again has lost its earlier connection.
            let waiting = try await tunnel.dialer.wait(as: secret, at: tunnel.domain)
            #expect(try await lost.channel.receive() == nil)
            let client = try await tunnel.dialer.call(secret.identifier, with: payload, at: tunnel.domain)
            #expect(try await waiting.channel.receive() == payload.encoded)
            try await client.send([1, 2, 3])
            #expect(try await waiting.channel.receive() == [1, 2, 3])
            #expect(await Outcome.of { try await tunnel.dialer.call(secret.identifier, with: payload, at: tunnel.domain) } == .tunnel)
            await client.close()
            #expect(try await waiting.channel.receive() == nil)
        }
    }

    @Test("The service counts, and its counts tell nothing of who exchanged what")
    func measures() async throws {
        try await RunningTunnel.during { tunnel in
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            let client = try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain)
            try await client.send(Array("canary".utf8))
            #expect(try await open.channel.receive() == Array("canary".utf8))
            _ = await Outcome.of { try await tunnel.dialer.connect(to: name, routing: open.routing, at: tunnel.domain) }
            let text = tunnel.server.measuresText
            #expect(text.contains("mdoc_tunnel_tunnels_opened_total 1\n"))
            #expect(text.contains("mdoc_tunnel_tunnels_joined_total 1\n"))
            #expect(text.contains("mdoc_tunnel_refusals_total 1\n"))
            #expect(text.contains("mdoc_tunnel_carried_bytes_total 6\n"))
            #expect(!text.contains("canary") && !text.lowercased().contains(name.description))
            #expect(!text.contains("mdoc_tunnel_connections 0\n"))
            await client.close()
            #expect(try await open.channel.receive() == nil)
            await open.channel.close()
            // A connection is counted for as long as it lasts.
            try await tunnel.emptied()
        }
    }

    @Test("Requests for anything else are refused without ending the service, and who asks for a head gets no more")
    func otherRequests() async throws {
        let server = try TunnelServer(routing: Meeting.routing, tls: nil, limits: TunnelLimits(opening: .seconds(600)))
        try await RunningServer.during({ try await server.run(host: "127.0.0.1", port: 0, listening: $0) }) { port in
            try await checkOtherRequests(port: port)
        }
    }

    private func checkOtherRequests(port: Int) async throws {
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        let protocols = "Sec-WebSocket-Protocol: fido.cable\r\n"
        let path = "/cable/new/\(name)"
        let contact = ContactSecret().identifier
        let wait = "/cable/wait/\(contact)"
        for (request, status) in [
            ("GET / HTTP/1.1\r\nHost: a\r\n", "404"), ("GET \(path) HTTP/1.1\r\nHost: a\r\n", "404"),
            ("GET \(path) HTTP/1.1\r\nHost: a\r\n" + upgrade, "404"), ("GET /cable/new/00 HTTP/1.1\r\nHost: a\r\n" + upgrade + protocols, "404"),
            ("GET /cable/connect/00/\(name) HTTP/1.1\r\nHost: a\r\n" + upgrade + protocols, "404"),
            ("GET /health HTTP/1.1\r\nHost: a\r\n", "200"), ("GET /metrics HTTP/1.1\r\nHost: a\r\n", "200"),
            ("GET /metrics HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n", "404"),
            ("GET /metrics HTTP/1.1\r\nHost: a\r\nForwarded: for=192.0.2.1\r\n", "404"), ("nonsense\r\n", "400"),
            ("GET \(wait) HTTP/1.1\r\nHost: a\r\n" + upgrade + protocols, "404"),
            ("GET \(wait) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer AAAA\r\n" + upgrade + protocols, "404"),
            ("GET \(wait) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Base64URL.encode([UInt8](repeating: 0, count: 32)))\r\n" + upgrade + protocols, "404"),
            ("GET /cable/contact/\(contact) HTTP/1.1\r\nHost: a\r\n" + upgrade + protocols, "404"),
            ("GET /cable/contact/\(contact) HTTP/1.1\r\nHost: a\r\nX-caBLE-Client-Payload: a0\r\n" + upgrade + protocols, "404"),
            ("GET /cable/contact/ HTTP/1.1\r\nHost: a\r\n" + upgrade + protocols, "404"),
            ("GET /health HTTP/1.1\r\nHost: a\r\nX-Long: \(String(repeating: "a", count: 8000))\r\n", "200"),
            ("GET /health HTTP/1.1\r\nHost: a\r\nX-Long: \(String(repeating: "a", count: 8200))\r\n", "400"),
            ("GET /health HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X-Many: a\r\n", count: 64), "400"),
            ("GET \(path.uppercased().replacing("/CABLE/NEW", with: "/cable/new")) HTTP/1.1\r\nHost: a\r\n" + upgrade + protocols, "101"),
        ] {
            #expect(try await Self.status(of: request + "\r\n", port: port) == status, "\(request)")
        }
        let head = try await Self.answer(to: "HEAD /health HTTP/1.1\r\nHost: a\r\n\r\n", port: port)
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.contains("content-length: 3\r\n") && head.hasSuffix("\r\n\r\n"), "\(head)")
    }

    /// The status of the answer to a request that is sent as it is.
    private static func status(of request: String, port: Int) async throws -> String {
        String(try await answer(to: request, port: port, until: "\r\n").dropFirst("HTTP/1.1 ".count).prefix(3))
    }

    /// The answer to a request that is sent as it is, up to a text or to the end of the connection.
    private static func answer(to request: String, port: Int, until end: String? = nil) async throws -> String {
        let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel) }
        }
        return try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var text = ""
            for try await part in inbound {
                text += String(buffer: part)
                if let end, text.contains(end) { break }
            }
            return text
        }
    }
}
