import Crypto
import Foundation
import HybridTransport
import HybridTunnel
import Synchronization
import Testing
import VectorSupport

/// Both roles against one that was written apart from them, in Python, over a real tunnel.
@Suite(
    "Interop: hybrid transport", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ForeignPeer.isAvailable, "no Python environment with cbor2, cryptography and websockets; `make test` makes one"))
struct ForeignPeerTests {
    @Test(
        "A foreign client has its request answered by our authenticator, or refused",
        arguments: [Meeting.credential, .refused(.userCancelled), .refused(.noCredential), .refused(.deviceAborted)] as [RemoteCredentialResponse])
    func client(_ answer: RemoteCredentialResponse) async throws {
        let asked = Mutex<RemoteCredentialRequest?>(nil)
        let ending = try await Self.serve { request in
            asked.withLock { $0 = request }
            return answer
        }
        #expect(ending.outcome == .success(answer))
        #expect(asked.withLock { $0 } == Meeting.request)
        #expect(ending.printed == [Self.text(answer.encoded), "done"])
        #expect(ending.status == 0)
        InteropCell.seen("hybrid_peer.py", Self.words(ending.outcome))
    }

    @Test("A foreign client that gives up ends the person's decision here")
    func clientGivesUp() async throws {
        let decision = Decision()
        let ending = try await Self.serve("givesUp") { _ in await decision.never() }
        #expect(ending.outcome == .failure(HybridError(.closed, "")))
        let wasCancelled = await decision.wasCancelled
        #expect(wasCancelled)
        #expect(ending.printed == ["done"])
        #expect(ending.status == 0)
        InteropCell.seen("hybrid_peer.py", ("ended here", wasCancelled))
    }

    @Test("What a foreign client may not send gets no answer, and an error that names it", arguments: AuthenticatorFault.allCases)
    func badClient(_ fault: AuthenticatorFault) async throws {
        let ending = try await Self.serve(fault.rawValue) { _ in await Decision().never() }
        #expect(ending.outcome == .failure(HybridError(fault.expected, "")))
        #expect(ending.printed == [])
        #expect(ending.status == 0)
        InteropCell.seen("hybrid_peer.py", ("refused, each by its name", ending.outcome == .failure(HybridError(fault.expected, ""))))
    }

    @Test("A foreign client whose code is old hears of nobody")
    func staleCode() async throws {
        let ending = try await Self.serve("staleCode")
        #expect(ending.outcome == .failure(HybridError(.staleInvitation, "")))
        #expect(ending.printed == ["nobody near"])
        #expect(ending.status == 0)
        InteropCell.seen("hybrid_peer.py", Self.words(ending.outcome))
    }

    @Test(
        "A foreign authenticator answers our client, or refuses",
        arguments: [Meeting.credential, .refused(.userCancelled), .refused(.noCredential), .refused(.deviceAborted)] as [RemoteCredentialResponse])
    func authenticator(_ answer: RemoteCredentialResponse) async throws {
        let ending = try await Self.ask(answer: answer)
        #expect(ending.outcome == .success(answer))
        #expect(ending.printed == [Self.text(Meeting.request.encoded), "done"])
        #expect(ending.status == 0)
        InteropCell.seen("hybrid_peer.py", Self.words(ending.outcome))
    }

    @Test("What a foreign authenticator may not send ends the exchange with an error that names it", arguments: ClientFault.allCases)
    func badAuthenticator(_ fault: ClientFault) async throws {
        let ending = try await Self.ask(fault.rawValue)
        #expect(ending.outcome == .failure(HybridError(fault.expected, "")))
        #expect(ending.status == 0)
        InteropCell.seen("hybrid_peer.py", ("refused, each by its name", ending.outcome == .failure(HybridError(fault.expected, ""))))
    }

    @Test("An altered answer is refused, and the foreign authenticator is told that our client has left")
    func alteredAnswer() async throws {
        let ending = try await Self.ask("altered")
        #expect(ending.outcome == .failure(HybridError(.frame, "")))
        // The shutdown of a client in order is one of this session, also after an answer it could not read.
        #expect(ending.printed == [Self.text(Meeting.request.encoded), "done"])
        #expect(ending.status == 0)
        InteropCell.seen("hybrid_peer.py", (Self.words(ending.outcome), true), ("it hears that we have left", ending.printed.last == "done"))
    }

    @Test("An answer that is longer than a tunnel carries neither leaves for a foreign client nor arrives from a foreign authenticator")
    func tooLong() async throws {
        let text = #"{"response":""# + String(repeating: "A", count: 1 << 20) + #""}"#
        let sent = try await Self.serve("unanswered") { _ in .credential(exchangeProtocol: "org-iso-mdoc", data: Array(text.utf8)) }
        #expect(sent.outcome == .failure(HybridError(.tooLong, "")))
        #expect(sent.printed == [])
        #expect(sent.status == 0)
        let received = try await Self.ask("tooLong")
        #expect(received.outcome == .failure(HybridError(.closed, "")))
        #expect(received.status == 0)
    }

    @Test(
        "A foreign authenticator is found behind adverts of another code, and understood where it says out of order what it can do",
        arguments: ["otherCode", "unsortedCapabilities"])
    func tolerated(_ oddity: String) async throws {
        let ending = try await Self.ask(oddity)
        #expect(ending.outcome == .success(Meeting.credential))
        #expect(ending.printed == [Self.text(Meeting.request.encoded), "done"])
        #expect(ending.status == 0)
    }

    @Test("What Chromium and both of our roles say fits the schemas of the standards, and nothing with a key or a member more does")
    func schemas() async throws {
        let recorded = ChromiumExchange()
        let linking = try LinkingInformation(
            contact: [1], link: [UInt8](repeating: 1, count: 8), secret: [UInt8](repeating: 2, count: 32), identity: .init(), name: "a",
            client: P256.KeyAgreement.PrivateKey().publicKey, hash: [UInt8](repeating: 3, count: 32))
        let offer = try RemoteCredentialRequest(origin: Meeting.request.origin, operation: .create, requests: Meeting.request.requests)
        var messages: [(kind: String, bytes: [UInt8])] = [
            ("invitation", recorded.invitation), ("capabilities", recorded.capabilities), ("request", Array(recorded.request.utf8)),
            ("response", Array(recorded.response.utf8)), ("capabilities", Capabilities.wallet.encoded),
            ("update", UpdateMessage(linking: linking).encoded), ("request", Meeting.request.encoded), ("request", offer.encoded),
            ("payload", try ClientPayload(link: LinkIdentifier(), nonce: [UInt8](repeating: 1, count: 16)).encoded),
        ]
        for supportsLinking in [false, true] {
            messages.append(("invitation", try Meeting.invitation(secret: 7, supportsLinking: supportsLinking).invitation.encoded))
        }
        for refusal in [RemoteCredentialResponse.Refusal.userCancelled, .noCredential, .deviceAborted] {
            messages.append(("response", RemoteCredentialResponse.refused(refusal).encoded))
        }
        messages.append(("response", Meeting.credential.encoded))
        let (lines, process) = try ForeignPeer.check(messages)
        let verdicts = await Self.all(lines)
        #expect(verdicts == messages.map { "\($0.kind): fits, with nothing more" })
        #expect(await process.status == 0)
        let isFitting = verdicts.map { $0.hasSuffix(": fits, with nothing more") }
        InteropCell.seen("Chromium, recorded", ("fits, with nothing more", !isFitting.prefix(4).contains(false)))
        InteropCell.seen("pycddl, jsonschema", ("fits, with nothing more", !isFitting.dropFirst(4).contains(false)))
    }

    @Test("A foreign client that our authenticator linked asks again without a code; with another secret it hears nobody", arguments: [false, true])
    func linkedClient(_ isWrong: Bool) async throws {
        try await RunningTunnel.during { tunnel in
            let peer = try ForeignPeer(tunnel)
            defer { peer.remove() }
            let port = try peer.advertPort()
            let (lines, process) = try peer.start(
                "client",
                ["--linked", "--adverts", "\(port)", "--request", try peer.file(Meeting.request.encoded), "--fault", isWrong ? "wrongSecret" : "none"])
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
            let heard = await printed.next()
            #expect(heard == (isWrong ? "nobody near" : answer))
            #expect(await process.status == 0)
            let words = isWrong ? "with another secret, nobody heard" : "answered"
            InteropCell.seen("hybrid_peer.py", (words, heard == (isWrong ? "nobody near" : answer)))
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
                    "--response", try peer.file(Meeting.credential.encoded), "--fault", isForeign ? "foreignProof" : "none",
                ])
            var printed = lines.makeAsyncIterator()
            let asked = String(decoding: Meeting.request.encoded, as: UTF8.self)
            #expect(await printed.next() == asked)
            #expect(await printed.next() == "done")
            #expect(await outcome == .success(Meeting.credential))
            let link = try #require(linked.withLock { $0 })
            if isForeign {
                #expect(throws: HybridError(.link, "")) { try link.get() }
                InteropCell.seen("hybrid_peer.py", ("a proof of another session, refused", (try? link.get()) == nil))
            } else {
                let device = try link.get()
                #expect(device.name == "A foreign phone")
                #expect(await printed.next() == "waiting")
                let second = try await client.present(Meeting.request, to: device)
                #expect(second == Meeting.credential)
                InteropCell.seen("hybrid_peer.py", ("answered", second == Meeting.credential))
                #expect(await printed.next() == asked)
                #expect(await printed.next() == "done")
            }
            #expect(await process.status == 0)
        }
    }

    /// How an exchange ends on either side, with what the peer prints after its code.
    private struct Ending {
        let outcome: Result<RemoteCredentialResponse, HybridError>
        let printed: [String]
        let status: Int32
    }

    /// Has our client ask a foreign authenticator.
    private static func ask(_ fault: String = "none", answer: RemoteCredentialResponse = Meeting.credential) async throws -> Ending {
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
                    "--response", try peer.file(answer.encoded), "--fault", fault,
                ])
            let printed = await Self.all(lines)
            return Ending(outcome: await outcome, printed: printed, status: await process.status)
        }
    }

    /// Has our authenticator answer a foreign client.
    private static func serve(
        _ fault: String = "none", respond: @escaping HybridAuthenticator.Responder = { _ in Meeting.credential }
    ) async throws -> Ending {
        try await RunningTunnel.during { tunnel in
            let peer = try ForeignPeer(tunnel)
            defer { peer.remove() }
            let port = try peer.advertPort()
            let (lines, process) = try peer.start(
                "client", ["--adverts", "\(port)", "--request", try peer.file(Meeting.request.encoded), "--fault", fault])
            var printed = lines.makeAsyncIterator()
            let invitation = try HybridInvitation(text: try #require(await printed.next()))
            let authenticator = HybridAuthenticator(tunnels: tunnel.dialer, adverts: LoopbackAdverts(port: port), domain: tunnel.domain)
            let outcome = await Self.result { () throws(HybridError) in
                try await authenticator.answer(invitation, at: ForeignPeer.now, respond: respond)
            }
            var rest: [String] = []
            while let line = await printed.next() { rest.append(line) }
            return Ending(outcome: outcome, printed: rest, status: await process.status)
        }
    }

    private static func all(_ lines: AsyncStream<String>) async -> [String] {
        var all: [String] = []
        for await line in lines { all.append(line) }
        return all
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func words(_ outcome: Result<RemoteCredentialResponse, HybridError>) -> String {
        switch outcome {
        case .success(.credential): "answered"
        case .success(.refused(let refusal)): InteropCell.refused(for: [refusal.rawValue])
        case .failure(let error): InteropCell.refused(for: [error.code.rawValue])
        }
    }

    private static func result(
        _ exchange: @Sendable () async throws(HybridError) -> RemoteCredentialResponse
    ) async -> Result<RemoteCredentialResponse, HybridError> {
        do throws(HybridError) { return .success(try await exchange()) } catch { return .failure(error) }
    }
}
