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

    @Test("A foreign client that our authenticator linked asks again without a code; with another secret it hears nobody", arguments: [false, true])
    func linkedClient(_ isWrong: Bool) async throws {
        try await RunningTunnel.during { tunnel in
            let peer = try ForeignPeer(tunnel)
            defer { peer.remove() }
            let port = try peer.advertPort()
            let (lines, process) = try peer.start(
                "client",
                ["--linked", "--adverts", "\(port)", "--request", try peer.file(Meeting.request.encoded), "--fault", isWrong ? "wrong-secret" : "none"])
            var printed = lines.makeAsyncIterator()
            let invitation = try HybridInvitation(text: try #require(await printed.next()))
            let authenticator = HybridAuthenticator(tunnels: tunnel.dialer, adverts: LoopbackAdverts(port: port), domain: tunnel.domain)
            let contact = ContactSecret()
            let kept = Mutex<LinkedClient?>(nil)
            let offer = LinkOffer(contact: contact, name: "Kelly's phone") { link in
                kept.withLock { $0 = link }
                return true
            }
            _ = try await authenticator.answer(invitation, at: ForeignPeer.now, linking: offer) { _ in Meeting.credential }
            let answer = String(decoding: Meeting.credential.encoded, as: UTF8.self)
            #expect(await printed.next() == answer)
            #expect(await printed.next() == "done")
            let link = kept.withLock { $0 }
            let second = await Self.result { () throws(HybridError) in
                try await authenticator.answer(linkedTo: contact, link: { $0 == link?.identifier ? link : nil }) { _ in Meeting.credential }
            }
            #expect(second == (isWrong ? .failure(HybridError(.closed, "")) : .success(Meeting.credential)))
            #expect(await printed.next() == (isWrong ? "nobody near" : answer))
            #expect(await process.status == 0)
        }
    }

    @Test("A foreign authenticator links our client, which asks again without a code; a proof of another session links nothing", arguments: [false, true])
    func linkedAuthenticator(_ isForeign: Bool) async throws {
        try await RunningTunnel.during { tunnel in
            let peer = try ForeignPeer(tunnel)
            defer { peer.remove() }
            let port = try peer.advertPort()
            let shown = try ClientInvitation(
                identity: .init(), secret: (0..<16).map { _ in .random(in: 0...255) }, at: ForeignPeer.now, supportsLinking: true)
            let client = HybridClient(tunnels: tunnel.dialer, adverts: LoopbackAdverts(port: port))
            let linked = Mutex<Result<LinkedAuthenticator, HybridError>?>(nil)
            async let outcome = Self.result { () throws(HybridError) in
                try await client.present(Meeting.request, to: shown, linking: { link in linked.withLock { $0 = link } })
            }
            let (lines, process) = try peer.start(
                "authenticator",
                [
                    "--linked", "--adverts", "\(port)", "--domain", "\(tunnel.domain.number)", "--qr", shown.invitation.text,
                    "--response", try peer.file(Meeting.credential.encoded), "--fault", isForeign ? "foreign-proof" : "none",
                ])
            var printed = lines.makeAsyncIterator()
            let asked = String(decoding: Meeting.request.encoded, as: UTF8.self)
            #expect(await printed.next() == asked)
            #expect(await printed.next() == "done")
            #expect(await outcome == .success(Meeting.credential))
            let link = try #require(linked.withLock { $0 })
            if isForeign {
                #expect(throws: HybridError(.link, "")) { try link.get() }
            } else {
                let device = try link.get()
                #expect(device.name == "A foreign phone")
                #expect(await printed.next() == "waiting")
                #expect(try await client.present(Meeting.request, to: device) == Meeting.credential)
                #expect(await printed.next() == asked)
                #expect(await printed.next() == "done")
            }
            #expect(await process.status == 0)
        }
    }

    private static func result(
        _ exchange: @Sendable () async throws(HybridError) -> RemoteCredentialResponse
    ) async -> Result<RemoteCredentialResponse, HybridError> {
        do throws(HybridError) { return .success(try await exchange()) } catch { return .failure(error) }
    }
}
