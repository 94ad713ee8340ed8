import Crypto
import HybridTransport
import MobileDocument
import Synchronization
import Testing

@Suite("Client and authenticator", .timeLimit(.minutes(5)))
struct RoleTests {
    private let meeting = Meeting()

    @Test("A request is answered on the other device: origin, data and answer arrive as they were sent")
    func answered() async throws {
        let asked = Mutex<RemoteCredentialRequest?>(nil)
        let steps = Mutex<[HybridProgress]>([])
        async let served = meeting.authenticator.answer(meeting.scanned, at: meeting.now) { request in
            asked.withLock { $0 = request }
            return Meeting.credential
        }
        let answer = try await meeting.client.present(Meeting.request, to: meeting.shown) { step in steps.withLock { $0.append(step) } }
        #expect(answer == Meeting.credential)
        #expect(try await served == Meeting.credential)
        #expect(asked.withLock { $0 } == Meeting.request)
        #expect(steps.withLock { $0 } == [.waiting, .connecting, .connected])
    }

    @Test("Refusals reach the client as what they are", arguments: [RemoteCredentialResponse.Refusal.userCancelled, .noCredential, .deviceAborted])
    func refused(_ refusal: RemoteCredentialResponse.Refusal) async throws {
        async let served = meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in .refused(refusal) }
        #expect(try await meeting.client.present(Meeting.request, to: meeting.shown) == .refused(refusal))
        #expect(try await served == .refused(refusal))
    }

    @Test("A wallet's answer by a protocol that nobody asked for becomes a refusal before it is sent")
    func foreignProtocol() async throws {
        async let served = meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in
            .credential(exchangeProtocol: "other", data: Array("{}".utf8))
        }
        #expect(try await meeting.client.present(Meeting.request, to: meeting.shown) == .refused(.deviceAborted))
        #expect(try await served == .refused(.deviceAborted))
    }

    @Test("A request to take a document in is refused, and nobody is asked")
    func issuance() async throws {
        let offer = try RemoteCredentialRequest(origin: Meeting.request.origin, operation: .create, requests: Meeting.request.requests)
        let isAsked = Mutex(false)
        async let served = meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in
            isAsked.withLock { $0 = true }
            return Meeting.credential
        }
        #expect(try await meeting.client.present(offer, to: meeting.shown) == .refused(.deviceAborted))
        #expect(try await served == .refused(.deviceAborted))
        #expect(isAsked.withLock { !$0 })
    }

    @Test("An update that means nothing to the client does not end a good exchange")
    func update() async throws {
        let shown = meeting.shown
        async let peer: Void = PeerAuthenticator(meeting).serve(nil)
        #expect(try await meeting.client.present(Meeting.request, to: shown) == Meeting.credential)
        try await peer
    }

    @Test("Without an advert nothing proceeds, also where a tunnel waits")
    func noAdvert() async throws {
        let silent = HybridAuthenticator(
            tunnels: meeting.tunnels, adverts: InProcessAdverts(), domain: try TunnelDomain(1000), limits: Meeting.impatient)
        let client = HybridClient(tunnels: meeting.tunnels, adverts: meeting.adverts, limits: Meeting.impatient)
        async let served = Outcome.of { try await silent.answer(meeting.scanned, at: meeting.now) { _ in Meeting.credential } }
        #expect(await Outcome.of { try await client.present(Meeting.request, to: meeting.shown) } == .late)
        #expect(await served == .late)
    }

    @Test("The advert of a device that scanned another code is not taken for this one")
    func otherCode() async throws {
        let other = try Meeting.invitation(secret: 9)
        let stranger = Task { try await meeting.authenticator.answer(other.invitation, at: meeting.now) { _ in Meeting.credential } }
        let client = HybridClient(tunnels: meeting.tunnels, adverts: meeting.adverts, limits: Meeting.impatient)
        #expect(await Outcome.of { try await client.present(Meeting.request, to: meeting.shown) } == .late)
        stranger.cancel()
        #expect(await Outcome.of { try await stranger.value } == .cancelled)
    }

    @Test("An advert recorded when a code was answered gets no request out of a client that shows the code again")
    func replayedAdvert() async throws {
        let shown = meeting.shown
        let recorder = RecordingTunnels(meeting.tunnels)
        var heard = try await meeting.adverts.listen().makeAsyncIterator()
        async let served = meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in Meeting.credential }
        _ = try await HybridClient(tunnels: recorder, adverts: meeting.adverts).present(Meeting.request, to: shown)
        _ = try await served
        let recorded = await heard.next()
        let advert = try #require(recorded)
        let replay = Task { try await meeting.adverts.send(advert) }
        defer { replay.cancel() }
        // Nobody waits in the tunnel any more.
        #expect(await Outcome.of { try await meeting.client.present(Meeting.request, to: shown) } == .tunnel)

        // Somebody does, who has what the device said there.
        let tunnel = try await meeting.tunnels.open(TunnelIdentifier(secret: meeting.scanned.secret), at: TunnelDomain(1000))
        async let asked = Outcome.of { try await meeting.client.present(Meeting.request, to: shown) }
        #expect(try await tunnel.channel.receive()?.count == 81)
        try await tunnel.channel.send(try #require(recorder.reply))
        #expect(await asked == .handshake)
        #expect(try await tunnel.channel.receive() == nil)
    }

    @Test("A code that is old, or that asks for a passkey or for issuance, is refused before anything is sent")
    func unfit() async throws {
        let late = meeting.now.advanced(bySeconds: 3600)
        #expect(await Outcome.of { try await meeting.authenticator.answer(meeting.scanned, at: late) { _ in Meeting.credential } } == .staleInvitation)
        for hint in [InvitationHint.assertion, .registration, .issuance] {
            let invitation = try Meeting.invitation(secret: 1, hint: hint).invitation
            #expect(await Outcome.of { try await meeting.authenticator.answer(invitation, at: meeting.now) { _ in Meeting.credential } } == .purpose)
        }
    }

    @Test("A request that is longer than the tunnel carries ends before a code is shown, or a linked device is called")
    func longRequest() async throws {
        func length(_ request: RemoteCredentialRequest) -> Int { HybridMessage.credentials(request.encoded).bytes.count }
        func request(_ characters: Int) throws -> RemoteCredentialRequest {
            let data = Array(#"{"deviceRequest":"\#(String(repeating: "A", count: characters))","encryptionInfo":""}"#.utf8)
            return try RemoteCredentialRequest(origin: Meeting.request.origin, requests: [.init(exchangeProtocol: "org-iso-mdoc", data: data)])
        }
        let most = FrameSealer.longestMessage - length(try request(0))
        let longest = try request(most)
        #expect(length(longest) == FrameSealer.longestMessage)
        async let served = meeting.authenticator.answer(meeting.scanned, at: meeting.now) { $0 == longest ? Meeting.credential : .refused(.deviceAborted) }
        #expect(try await meeting.client.present(longest, to: meeting.shown) == Meeting.credential)
        #expect(try await served == Meeting.credential)

        let beyond = try request(most + 1)
        let isBegun = Mutex(false)
        #expect(await Outcome.of { try await meeting.client.present(beyond, to: meeting.shown) { _ in isBegun.withLock { $0 = true } } } == .tooLong)
        #expect(isBegun.withLock { !$0 })
        let pair = try await LinkedPair.link()
        #expect(await Outcome.of { try await pair.client().present(beyond, to: pair.device) } == .tooLong)
    }

    @Test("When the client gives up, the person's decision ends on the other device")
    func clientGivesUp() async throws {
        let decision = Decision()
        async let served = Outcome.of { try await meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in await decision.never() } }
        let asking = Task { try await meeting.client.present(Meeting.request, to: meeting.shown) }
        await decision.begun()
        asking.cancel()
        #expect(await Outcome.of { try await asking.value } == .cancelled)
        #expect(await served == .closed)
        #expect(await decision.wasCancelled)
    }

    @Test("When the authenticator's app ends, the client hears of it")
    func authenticatorEnds() async throws {
        let decision = Decision()
        let serving = Task { try await meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in await decision.never() } }
        async let asked = Outcome.of { try await meeting.client.present(Meeting.request, to: meeting.shown) }
        await decision.begun()
        serving.cancel()
        #expect(await asked == .closed)
        #expect(await Outcome.of { try await serving.value } == .cancelled)
    }

    @Test("A person who does not decide does not hold the client for ever")
    func undecided() async throws {
        let decision = Decision()
        let client = HybridClient(
            tunnels: meeting.tunnels, adverts: meeting.adverts, limits: HybridLimits(answer: .milliseconds(50)))
        async let served = Outcome.of { try await meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in await decision.never() } }
        #expect(await Outcome.of { try await client.present(Meeting.request, to: meeting.shown) } == .late)
        #expect(await served == .closed)
    }

    @Test("A tunnel that opens after it was given up is closed, on either side")
    func lateTunnel() async throws {
        let limits = HybridLimits(connection: .milliseconds(50))
        let domain = try TunnelDomain(1000)
        let (opened, client) = InProcessChannel.pair()
        let late = LateTunnels(opened)
        let authenticator = HybridAuthenticator(tunnels: late, adverts: meeting.adverts, domain: domain, limits: limits)
        #expect(await Outcome.of { try await authenticator.answer(meeting.scanned, at: meeting.now) { _ in Meeting.credential } } == .late)
        await late.answer()
        #expect(try await client.receive() == nil)

        let (joined, phone) = InProcessChannel.pair()
        let later = LateTunnels(joined)
        let advert = try AdvertKey(secret: meeting.scanned.secret).seal(
            ProximityIdentifier(nonce: [UInt8](repeating: 1, count: 10), routing: Meeting.routing, domain: domain))
        let sending = Task { try await meeting.adverts.send(advert) }
        defer { sending.cancel() }
        let asking = HybridClient(tunnels: later, adverts: meeting.adverts, limits: limits)
        #expect(await Outcome.of { try await asking.present(Meeting.request, to: meeting.shown) } == .late)
        await later.answer()
        #expect(try await phone.receive() == nil)
    }

    @Test("What an authenticator may not send ends the exchange with an error that names it", arguments: ClientFault.allCases)
    func badAuthenticator(_ fault: ClientFault) async throws {
        let shown = meeting.shown
        async let peer: Void = PeerAuthenticator(meeting).serve(fault)
        #expect(await Outcome.of { try await meeting.client.present(Meeting.request, to: shown) } == fault.expected)
        try await peer
    }

    @Test("What a client may not send ends the exchange with an error that names it", arguments: AuthenticatorFault.allCases)
    func badClient(_ fault: AuthenticatorFault) async throws {
        async let served = Outcome.of { try await meeting.authenticator.answer(meeting.scanned, at: meeting.now) { _ in await Decision().never() } }
        try await PeerClient(meeting).send(fault)
        #expect(await served == fault.expected)
    }
}
