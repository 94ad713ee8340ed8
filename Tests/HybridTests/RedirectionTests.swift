import Dispatch
import HybridTransport
import NetworkAddressing
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import HybridTunnel

@Suite("Redirections of tunnel services", .timeLimit(.minutes(5)))
struct RedirectionTests {
    private let name = TunnelIdentifier(secret: [UInt8](repeating: 7, count: 16))

    /// A dialer to a service that redirects, beside one at localhost to which it may.
    private func during(
        to location: @escaping @Sendable (_ service: Int, _ tunnel: Int) -> String, status: Int = 307,
        _ body: (_ redirected: TunnelDialer, _ tunnel: RunningTunnel) async throws -> Void
    ) async throws {
        try await RunningTunnel.during { tunnel in
            try await RedirectingService.during(tunnel, to: { location($0, tunnel.port) }, status: status) { redirected in
                try await body(redirected, tunnel)
            }
        }
    }

    @Test("A client goes where the service sends it, over TLS, and meets its authenticator there", arguments: [301, 302, 303, 307, 308])
    func followed(_ status: Int) async throws {
        let path = "/cable/connect/\(Meeting.routing)/\(name)"
        try await during(to: { _, tunnel in "https://localhost:\(tunnel)\(path)" }, status: status) { redirected, tunnel in
            let open = try await tunnel.dialer.open(name, at: tunnel.domain)
            let client = try await redirected.connect(to: name, routing: Meeting.routing, at: tunnel.domain)
            try await client.send([1, 2])
            #expect(try await open.channel.receive() == [1, 2])
            await client.close()
        }
    }

    @Test(
        "A service that sends a client in circles, out of TLS, to an address or nowhere gives no tunnel",
        arguments: [
            "/again", "http://localhost:PORT/cable/connect/010203/00", "ws://localhost:PORT/x", "https://127.0.0.1:PORT/x", "https://[::1]:PORT/x",
            "//localhost:PORT/x", "https://localhost:0/x", "https://user@localhost:PORT/x", "https://localhost:PORT", "x", "",
        ])
    func refused(_ location: String) async throws {
        try await during(to: { _, tunnel in location.replacing("PORT", with: "\(tunnel)") }) { redirected, tunnel in
            _ = try await tunnel.dialer.open(name, at: tunnel.domain)
            #expect(await Outcome.of { try await redirected.connect(to: name, routing: Meeting.routing, at: tunnel.domain) } == .tunnel)
        }
    }

    @Test(
        "What resolvers take for an address is no place to be sent to, a name is",
        arguments: [
            ("0x7f000001", false), ("0x7f.0x1", false), ("127.1", false), ("2130706433", false), ("cable.0x1", false),
            ("0x7f.example", true), ("cable.example", true),
        ])
    func names(_ host: String, _ isName: Bool) {
        let place = TunnelPlace(host: "tunnel.example", address: TunnelAddress(host: "tunnel.example", port: 443), path: "/")
        #expect((place.redirected(to: "https://\(host)/x") != nil) == isName)
    }

    @Test("Who is sent from place to place connects to no further one once nobody waits for it")
    func givenUp() async throws {
        let connections = Mutex(0)
        let dialing = Mutex<Task<HybridError.Code?, Never>?>(nil)
        // Cancelled while the first connection is made, which goes on until it is sent elsewhere.
        let location: @Sendable (Int, Int) -> String = { _, _ in
            connections.withLock { $0 += 1 }
            dialing.withLock { $0?.cancel() }
            return "/again"
        }
        try await during(to: location) { redirected, tunnel in
            let domain = tunnel.domain
            // Nobody is sent anywhere before it can be cancelled.
            let task = dialing.withLock { dialing in
                let begun = Task { [name] in await Outcome.of { try await redirected.connect(to: name, routing: Meeting.routing, at: domain) } }
                dialing = begun
                return begun
            }
            #expect(await task.value == .cancelled)
            let made = connections.withLock { $0 }
            #expect(made == 1)
        }
    }

    @Test("Of a name's addresses three are tried, the second of the other family where there is one")
    func addresses() throws {
        let found = try ["2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1", "192.0.2.2"].map { try #require(NetworkAddress($0)) }
        #expect(TunnelDialer.tried(of: found) == [found[0], found[3], found[1]])
        #expect(TunnelDialer.tried(of: found.reversed()) == [found[4], found[2], found[3]])
        #expect(TunnelDialer.tried(of: Array(found[..<2])) == [found[0], found[1]])
        #expect(TunnelDialer.tried(of: []).isEmpty)
    }

    @Test("A place is asked by its host, with a port that is not the usual one; a service that is not at its name is asked by the name")
    func authority() {
        let named = TunnelPlace(host: "tunnel.example", address: TunnelAddress(host: "tunnel.example", port: 443), path: "/")
        let elsewhere = TunnelPlace(host: "tunnel.example", address: TunnelAddress(host: "127.0.0.1", port: 8443), path: "/")
        #expect(named.authority == "tunnel.example" && elsewhere.authority == "tunnel.example")
        for place in [named, elsewhere] {
            #expect(place.redirected(to: "https://other.example:8443/x")?.authority == "other.example:8443")
            #expect(place.redirected(to: "https://other.example:443/x")?.authority == "other.example")
            #expect(place.redirected(to: "/x")?.authority == "tunnel.example")
        }
    }

    @Test("A service of the public internet redirects nobody to this machine, and one elsewhere in it is followed", arguments: [true, false])
    func inside(_ isTunnelPublic: Bool) async throws {
        try await RunningTunnel.during { tunnel in
            let location = "https://localhost:\(tunnel.port)/cable/connect/\(Meeting.routing)/\(name)"
            let service = try #require(NetworkAddress("127.0.0.2"))
            try await RedirectingService.during(
                tunnel, to: { _ in location }, host: "127.0.0.2", isPublic: { $0 == service || isTunnelPublic }
            ) { redirected in
                let open = try await tunnel.dialer.open(name, at: tunnel.domain)
                let outcome = await Outcome.of { try await redirected.connect(to: name, routing: Meeting.routing, at: tunnel.domain) }
                #expect(outcome == (isTunnelPublic ? nil : .tunnel))
                await open.channel.close()
            }
        }
    }

    @Test("Where a service redirects to is looked up although all threads of the program's files wait", .timeLimit(.minutes(1)))
    func threads() async throws {
        let count = NIOSingletons.blockingPoolThreadCountSuggestion
        let end = DispatchSemaphore(value: 0)
        // Whatever is submitted behind these waits for them. Nobody waits for their beginning: another test may do the same.
        for _ in 0..<count { NIOThreadPool.singleton.submit { _ in end.wait() } }
        defer { for _ in 0..<count { end.signal() } }
        try await RunningTunnel.during { tunnel in
            let location = "https://localhost:\(tunnel.port)/cable/connect/\(Meeting.routing)/\(name)"
            try await RedirectingService.during(tunnel, to: { _ in location }, host: "127.0.0.1", isPublic: { _ in true }) { redirected in
                let open = try await tunnel.dialer.open(name, at: tunnel.domain)
                #expect(await Outcome.of { try await redirected.connect(to: name, routing: Meeting.routing, at: tunnel.domain) } == nil)
                await open.channel.close()
            }
        }
    }

    @Test("An authenticator is not redirected: its advert names the service")
    func authenticator() async throws {
        try await during(to: { _, tunnel in "https://localhost:\(tunnel)/cable/new/\(name)" }) { redirected, tunnel in
            #expect(await Outcome.of { try await redirected.open(name, at: tunnel.domain) } == .tunnel)
            #expect(await Outcome.of { try await redirected.wait(as: ContactSecret(), at: tunnel.domain) } == .tunnel)
        }
    }

    @Test("A service that says a linked device is gone is told apart from one where it does not wait now")
    func gone() async throws {
        let payload = try ClientPayload(link: LinkIdentifier(), nonce: [UInt8](repeating: 1, count: 16))
        for (status, code) in [(410, HybridError.Code.link), (404, .tunnel)] {
            try await during(to: { _, _ in "" }, status: status) { redirected, tunnel in
                #expect(await Outcome.of { try await redirected.call(ContactSecret().identifier, with: payload, at: tunnel.domain) } == code)
            }
        }
    }
}
