import Crypto
import HybridTransport
import Testing
import VectorSupport

/// One sequence for twenty of the frames that `MDOC_HYBRID_FRAMES` says; `make storm` tries fifty thousand for each role.
@Suite("Sequences of a peer that knows the keys", .timeLimit(.minutes(60)))
struct SequenceTests {
    private static let count = max(MutationTests.count / 20, 1)
    private static let nonce = [UInt8](repeating: 5, count: 10)

    /// What was sent, and how the exchange ended; nil where there was an answer.
    private typealias Ending = (sent: [PeerScript.Sent], outcome: HybridError.Code?)

    @Test("Whatever the other device sends, in whichever order, a client ends with its answer or with the error of the first fault, and closes")
    func client() async throws {
        try await Self.tryAll(seeing: [nil, .closed, .frame, .handshake, .message], "sequences to a client", Self.meetClient, Self.endOfClient)
    }

    @Test("Whatever the other device sends, in whichever order, an authenticator ends with the error of the first fault, and closes")
    func authenticator() async throws {
        try await Self.tryAll(
            seeing: [.closed, .frame, .handshake, .message], "sequences to an authenticator", Self.meetAuthenticator, Self.endOfAuthenticator)
    }

    /// - Parameters:
    ///   - needed: endings that the sequences lead to, or else they try too little.
    ///   - run: has one side meet a peer.
    ///   - end: how that side has to end.
    private static func tryAll(
        seeing needed: Set<HybridError.Code?>, _ what: String, _ run: (PeerScript, WatchedTunnel) async throws -> Ending?,
        _ end: ([PeerScript.Sent], HybridError.Code) -> HybridError.Code?
    ) async throws {
        var seen: Set<HybridError.Code?> = []
        var residentAtFirst = 0
        for round in 0..<count {
            let script = PeerScript(seed: UInt64(round)), tunnel = WatchedTunnel()
            let ending = try await run(script, tunnel)
            if let ending {
                let expected = end(ending.sent, script.end)
                #expect(ending.outcome == expected || !script.isClosing && ending.outcome == .late, "sequence \(round)")
                seen.insert(ending.outcome)
            } else {
                #expect(!script.isClosing, "sequence \(round) ended before the peer")
            }
            // One that is left open runs into the time limit.
            while tunnel.isOpen { await Task.yield() }
            if round == count / 2 { residentAtFirst = ResidentMemory.bytes() }
        }
        #expect(count < 200 || seen.isSuperset(of: needed), "\(seen)")
        MutationTests.checkGrowth(since: residentAtFirst, "\(count) \(what)")
    }

    // MARK: A client

    private static func meetClient(_ script: PeerScript, _ tunnel: WatchedTunnel) async throws -> Ending? {
        let meeting = Meeting()
        let shown = meeting.shown
        let identifier = try ProximityIdentifier(nonce: nonce, routing: Meeting.routing, domain: TunnelDomain(1000))
        let advert = try AdvertKey(secret: shown.invitation.secret).seal(identifier)
        let sending = Task { try await meeting.adverts.send(advert) }
        let peer = Task { try await answer(shown.invitation, identifier, script, over: tunnel.peer) }
        let client = HybridClient(tunnels: tunnel, adverts: meeting.adverts, limits: script.limits)
        let outcome = await Outcome.of { try await client.present(Meeting.request, to: shown) }
        sending.cancel()
        if !script.isClosing { peer.cancel() }
        return (try? await peer.value).map { ($0, outcome) }
    }

    /// An authenticator's side by a script.
    private static func answer(
        _ invitation: HybridInvitation, _ identifier: ProximityIdentifier, _ script: PeerScript, over channel: InProcessChannel
    ) async throws -> [PeerScript.Sent] {
        var script = script
        guard let hello = try await channel.receive() else { throw HybridError(.closed, "the client has gone") }
        let (reply, made) = try AuthenticatorHandshake.answer(
            hello, .scanned(client: invitation.identity), sharedKey: HandshakeKeys.sharedKey(secret: invitation.secret, identifier: identifier),
            ephemeral: .init())
        var keys = made
        let credential = HybridMessage.credentials(Meeting.credential.encoded).bytes
        let foreign = RemoteCredentialResponse.credential(exchangeProtocol: "other", data: Array("{}".utf8))
        let frames = try script.sealed(
            [Capabilities.wallet.encoded, [2, 0xa0], credential],
            then: [
                Capabilities.wallet.encoded, Hex.bytes("a103816463746170"), [2, 0xa0], credential, [0], [1, 0], [9], [],
                HybridMessage.credentials(RemoteCredentialResponse.refused(.userCancelled).encoded).bytes,
                HybridMessage.credentials(foreign.encoded).bytes, HybridMessage.credentials(Meeting.request.encoded).bytes,
            ], with: &keys.sealer)
        let sent = script.disturbed([PeerScript.Sent(bytes: reply, meaning: .handshake)] + frames)
        for each in sent { try await channel.send(each.bytes) }
        if script.isClosing { await channel.close() }
        return sent
    }

    private static func endOfClient(_ sent: [PeerScript.Sent], _ end: HybridError.Code) -> HybridError.Code? {
        guard let first = sent.first else { return end }
        guard case .handshake = first.meaning else { return .handshake }
        for (place, each) in sent.dropFirst().enumerated() {
            guard case .message(place, let content) = each.meaning else { return .frame }
            if place == 0 {
                guard let capabilities = try? Capabilities(content) else { return .message }
                guard capabilities.features.contains(Capabilities.digitalCredentials) else { return .unsupported }
                continue
            }
            switch try? HybridMessage(content) {
            case .update: continue
            case .credentials(let text): return (try? RemoteCredentialResponse(text))?.answers(Meeting.request) == true ? nil : .message
            case .shutdown, .ctap, nil: return .message
            }
        }
        return end
    }

    // MARK: An authenticator

    private static func meetAuthenticator(_ script: PeerScript, _ tunnel: WatchedTunnel) async throws -> Ending? {
        let meeting = Meeting()
        let identifier = try ProximityIdentifier(nonce: nonce, routing: Meeting.routing, domain: TunnelDomain(1000))
        let peer = Task { try await ask(meeting, identifier, script, over: tunnel.peer) }
        let authenticator = HybridAuthenticator(tunnels: tunnel, adverts: meeting.adverts, domain: identifier.domain, limits: script.limits)
        let outcome = await Outcome.of {
            try await authenticator.answer(meeting.scanned, at: meeting.now, nonce: nonce) { _ in await Decision().never() }
        }
        if !script.isClosing { peer.cancel() }
        return (try? await peer.value).map { ($0, outcome) }
    }

    /// A client's side by a script.
    private static func ask(
        _ meeting: Meeting, _ identifier: ProximityIdentifier, _ script: PeerScript, over channel: InProcessChannel
    ) async throws -> [PeerScript.Sent] {
        var script = script
        let handshake = try ClientHandshake(
            .scanned(identity: meeting.identity), sharedKey: HandshakeKeys.sharedKey(secret: meeting.scanned.secret, identifier: identifier),
            ephemeral: .init())
        var sent = [PeerScript.Sent(bytes: handshake.message, meaning: .handshake)]
        if script.isSeldom() { sent = script.disturbed(sent) }
        for each in sent { try await channel.send(each.bytes) }
        if case .handshake = sent.first?.meaning {
            guard let reply = try await channel.receive() else { throw HybridError(.closed, "the authenticator has gone") }
            var keys = try handshake.finish(reply)
            let request = HybridMessage.credentials(Meeting.request.encoded).bytes
            let offer = try RemoteCredentialRequest(origin: Meeting.request.origin, operation: .create, requests: Meeting.request.requests)
            let frames = script.disturbed(
                try script.sealed(
                    [[2, 0xa0], request, [0]],
                    then: [
                        [2, 0xa0], request, [0], [1, 4], [7], [], HybridMessage.credentials(Meeting.credential.encoded).bytes,
                        HybridMessage.credentials(offer.encoded).bytes,
                    ], with: &keys.sealer))
            for each in frames { try await channel.send(each.bytes) }
            sent += frames
        }
        if script.isClosing { await channel.close() }
        return sent
    }

    private static func endOfAuthenticator(_ sent: [PeerScript.Sent], _ end: HybridError.Code) -> HybridError.Code? {
        guard let first = sent.first else { return end }
        guard case .handshake = first.meaning else { return .handshake }
        var isAsked = false
        for (place, each) in sent.dropFirst().enumerated() {
            guard case .message(place, let content) = each.meaning else { return .frame }
            switch try? HybridMessage(content) {
            case .update: continue
            case .shutdown: return .closed
            case .credentials(let text):
                guard !isAsked, let request = try? RemoteCredentialRequest(text) else { return .message }
                // What it would take in is refused at once, and that is an answer.
                if request.operation == .create { return nil }
                isAsked = true
            case .ctap, nil: return .message
            }
        }
        return end
    }
}
