import Dispatch
import HybridTransport
import NetworkAddressing
import NIOCore
import NIOPosix
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
