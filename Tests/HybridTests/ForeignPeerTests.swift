import Foundation
import HybridTransport
import HybridTunnel
import MobileDocument
import Synchronization
import Testing

/// Both roles against one that was written apart from them, in Python, over a real tunnel.
@Suite(
    "Interop: hybrid transport", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ForeignPeer.isAvailable, "no Python environment with cbor2, cryptography and websockets; `make test` makes one"))
struct ForeignPeerTests {
    @Test("A foreign client has its request answered by our authenticator")
    func client() async throws {
        try await RunningTunnel.during { tunnel in
            let peer = try ForeignPeer(tunnel)
            defer { peer.remove() }
            let port = try peer.advertPort()
            let (lines, process) = try peer.start("client", ["--adverts", "\(port)", "--request", try peer.file(Meeting.request.encoded)])
            var printed = lines.makeAsyncIterator()
            let invitation = try HybridInvitation(text: try #require(await printed.next()))
            let authenticator = HybridAuthenticator(tunnels: tunnel.dialer, adverts: LoopbackAdverts(port: port), domain: tunnel.domain)
            let asked = Mutex<RemoteCredentialRequest?>(nil)
            let answer = try await authenticator.answer(invitation, at: ForeignPeer.now) { request in
                asked.withLock { $0 = request }
                return Meeting.credential
            }
            #expect(answer == Meeting.credential)
            #expect(asked.withLock { $0 } == Meeting.request)
            #expect(await printed.next() == String(decoding: Meeting.credential.encoded, as: UTF8.self))
            #expect(await printed.next() == "done")
            #expect(await process.status == 0)
        }
    }

    @Test("A foreign client that gives up ends the person's decision here")
    func clientGivesUp() async throws {
        try await RunningTunnel.during { tunnel in
            let peer = try ForeignPeer(tunnel)
            defer { peer.remove() }
            let port = try peer.advertPort()
            let (lines, process) = try peer.start(
                "client", ["--adverts", "\(port)", "--request", try peer.file(Meeting.request.encoded), "--fault", "gives-up"])
            var printed = lines.makeAsyncIterator()
            let invitation = try HybridInvitation(text: try #require(await printed.next()))
            let authenticator = HybridAuthenticator(tunnels: tunnel.dialer, adverts: LoopbackAdverts(port: port), domain: tunnel.domain)
            let decision = Decision()
            #expect(await Outcome.of { try await authenticator.answer(invitation, at: ForeignPeer.now) { _ in await decision.never() } } == .closed)
            #expect(await decision.wasCancelled)
            #expect(await process.status == 0)
        }
    }

    @Test("A foreign authenticator answers our client; an altered answer is refused", arguments: [false, true])
    func authenticator(_ isAltered: Bool) async throws {
        try await RunningTunnel.during { tunnel in
            let peer = try ForeignPeer(tunnel)
            defer { peer.remove() }
            let port = try peer.advertPort()
            let shown = try ClientInvitation(identity: .init(), secret: (0..<16).map { _ in .random(in: 0...255) }, at: ForeignPeer.now)
            let client = HybridClient(tunnels: tunnel.dialer, adverts: LoopbackAdverts(port: port))
            async let outcome = Self.result { () throws(HybridError) in try await client.present(Meeting.request, to: shown) }
            let (lines, process) = try peer.start(
                "authenticator",
                [
                    "--adverts", "\(port)", "--domain", "\(tunnel.domain.number)", "--qr", shown.invitation.text,
                    "--response", try peer.file(Meeting.credential.encoded), "--fault", isAltered ? "altered" : "none",
                ])
            var printed = lines.makeAsyncIterator()
            #expect(await printed.next() == String(decoding: Meeting.request.encoded, as: UTF8.self))
            // The shutdown of a client in order is one of this session, also after an answer it could not read.
            #expect(await printed.next() == "done")
            #expect(await process.status == 0)
            #expect(await outcome == (isAltered ? .failure(HybridError(.frame, "")) : .success(Meeting.credential)))
        }
    }

    private static func result(
        _ exchange: @Sendable () async throws(HybridError) -> RemoteCredentialResponse
    ) async -> Result<RemoteCredentialResponse, HybridError> {
        do throws(HybridError) { return .success(try await exchange()) } catch { return .failure(error) }
    }
}
