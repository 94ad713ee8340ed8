import Crypto
import HybridTransport
import Synchronization
import Testing
import VectorSupport

@Suite("Linked devices", .timeLimit(.minutes(5)))
struct LinkTests {
    @Test("Devices that were linked by a code exchange again without one, and the name of the device comes with the link")
    func secondUse() async throws {
        let pair = try await LinkedPair.link()
        #expect(pair.device.name == "Kelly's phone" && pair.device.identifier == pair.link.identifier && pair.link.since == Meeting.now)
        for _ in 0..<2 {
            let asked = Mutex<RemoteCredentialRequest?>(nil)
            async let served = pair.wait { request in
                asked.withLock { $0 = request }
                return Meeting.credential
            }
            #expect(try await pair.ask() == Meeting.credential)
            #expect(try await served == Meeting.credential)
            #expect(asked.withLock { $0 } == Meeting.request)
        }
    }

    @Test("What was kept works as what was made, and prints nothing of its secrets")
    func kept() async throws {
        let made = try await LinkedPair.link()
        let device = try LinkedAuthenticator(encoded: made.device.encoded), link = try LinkedClient(encoded: made.link.encoded)
        #expect(device.encoded == made.device.encoded && link.encoded == made.link.encoded)
        async let served = made.wait(knowing: [link])
        #expect(try await made.ask(device) == Meeting.credential)
        _ = try await served
        #expect(printed(device) == printed(made.device) && !printed(device).contains("Kelly"))
        let contact = made.contact.secretBytes
        #expect(ContactSecret(contact)?.identifier == made.contact.identifier && ContactSecret(contact.dropLast()) == nil)
        #expect(!printed(made.contact).contains("bytes") && !printed(link).contains("secret"))
        for count in 0..<made.device.encoded.count {
            #expect(throws: HybridError(.link, "")) { try LinkedAuthenticator(encoded: Array(made.device.encoded.prefix(count))) }
        }
        for count in 0..<made.link.encoded.count {
            #expect(throws: HybridError(.link, "")) { try LinkedClient(encoded: Array(made.link.encoded.prefix(count))) }
        }
    }

    @Test("Nothing is linked unless the code asks, the person shares, and the link could be kept", arguments: [(false, true, true), (true, false, true), (true, true, false)])
    func unlinked(_ isAsked: Bool, _ isShared: Bool, _ isKept: Bool) async throws {
        let meeting = Meeting()
        let shown = try Meeting.invitation(secret: 7, supportsLinking: isAsked)
        let isOffered = Mutex(false), isTold = Mutex(false)
        let offer = LinkOffer(contact: ContactSecret(), name: "a") { _ in
            isOffered.withLock { $0 = true }
            return isKept
        }
        let answer = isShared ? Meeting.credential : RemoteCredentialResponse.refused(.userCancelled)
        async let served = meeting.authenticator.answer(shown.invitation, at: meeting.now, linking: offer) { _ in answer }
        let received = try await meeting.client.present(Meeting.request, to: shown, linking: { _ in isTold.withLock { $0 = true } })
        #expect(received == answer)
        _ = try await served
        #expect(isOffered.withLock { $0 } == (isAsked && isShared))
        #expect(isTold.withLock { !$0 })
    }

    @Test("An answer that is longer than the tunnel carries links nobody: no document went out")
    func tooLong() async throws {
        let meeting = Meeting()
        let shown = try Meeting.invitation(secret: 7, supportsLinking: true)
        let isOffered = Mutex(false)
        let offer = LinkOffer(contact: ContactSecret(), name: "a") { _ in
            isOffered.withLock { $0 = true }
            return true
        }
        let text = #"{"response":"\#(String(repeating: "A", count: 1 << 20))"}"#
        let answer = RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array(text.utf8))
        async let served = Outcome.of { try await meeting.authenticator.answer(shown.invitation, at: meeting.now, linking: offer) { _ in answer } }
        #expect(await Outcome.of { try await meeting.client.present(Meeting.request, to: shown) } == .closed)
        #expect(await served == .tooLong)
        #expect(isOffered.withLock { !$0 })
    }

    @Test("A link that comes with another session's proof is told as refused, and the exchange goes on")
    func foreignProof() async throws {
        let meeting = Meeting()
        let shown = try Meeting.invitation(secret: 7, identity: meeting.identity, supportsLinking: true)
        let foreign = try LinkingInformation(
            contact: [1], link: [UInt8](repeating: 1, count: 8), secret: [UInt8](repeating: 2, count: 32), identity: .init(), name: "a",
            client: meeting.identity.publicKey, hash: [UInt8](repeating: 3, count: 32))
        let outcome = Mutex<HybridError?>(nil)
        async let peer: Void = PeerAuthenticator(meeting, updates: { _ in [UpdateMessage(linking: foreign).encoded] }).serve(nil)
        let answer = try await meeting.client.present(
            Meeting.request, to: shown,
            linking: { result in if case .failure(let error) = result { outcome.withLock { $0 = error } } })
        #expect(answer == Meeting.credential)
        try await peer
        #expect(outcome.withLock { $0 } == HybridError(.link, ""))
    }

    @Test(
        "A device that sends a thousand links leaves one with its document, and none with a refusal",
        arguments: [Meeting.credential, RemoteCredentialResponse.refused(.userCancelled)])
    func flood(_ response: RemoteCredentialResponse) async throws {
        let meeting = Meeting()
        let shown = try Meeting.invitation(secret: 7, identity: meeting.identity, supportsLinking: true)
        let client = meeting.identity.publicKey
        let linked = Mutex<[LinkIdentifier]>([])
        let flooding = PeerAuthenticator(
            meeting, response: response,
            updates: { hash in
                var updates: [[UInt8]] = []
                for _ in 0..<1000 {
                    let link = try LinkingInformation(
                        contact: LinkIdentifier().bytes, link: LinkIdentifier().bytes, secret: [UInt8](repeating: 2, count: 32), identity: .init(),
                        name: "a", client: client, hash: hash)
                    updates.append(UpdateMessage(linking: link).encoded)
                }
                return updates
            })
        async let peer: Void = flooding.serve(nil)
        let answer = try await meeting.client.present(
            Meeting.request, to: shown,
            linking: { outcome in if let device = try? outcome.get() { linked.withLock { $0.append(device.identifier) } } })
        #expect(answer == response)
        try await peer
        #expect(linked.withLock { $0.count } == (response == Meeting.credential ? 1 : 0))
    }

    @Test("A stranger, or a client whose link was removed, gets nothing, and the phone's owner hears nothing of it")
    func strangers() async throws {
        let pair = try await LinkedPair.link()
        let steps = Mutex(0)
        let waiting = Task { try await pair.wait(knowing: [], progress: { _ in steps.withLock { $0 += 1 } }) }
        #expect(await Outcome.of { try await pair.ask() } == .closed)
        // It waits again for those it knows.
        #expect(await Outcome.of { try await pair.ask() } == .closed)
        waiting.cancel()
        #expect(await Outcome.of { try await waiting.value } == .cancelled)
        #expect(steps.withLock { $0 } == 0)
    }

    @Test("A device whose waiting connection is quiet waits anew, and is reached")
    func idle() async throws {
        let pair = try await LinkedPair.link()
        let authenticator = HybridAuthenticator(
            tunnels: pair.tunnels, adverts: pair.adverts, domain: pair.device.domain,
            limits: HybridLimits(idle: .milliseconds(20), pause: .milliseconds(1)))
        async let served = authenticator.answer(linkedTo: pair.contact, link: { $0 == pair.link.identifier ? pair.link : nil }) { _ in
            Meeting.credential
        }
        // It may be called just when it turns to the next connection.
        while await Outcome.of({ try await pair.ask() }) == .closed {}
        #expect(try await served == Meeting.credential)
    }

    @Test("After a stranger was sent away, a linked client is answered")
    func afterStranger() async throws {
        let pair = try await LinkedPair.link()
        let stranger = try await LinkedPair.link(through: pair.tunnels, contact: pair.contact)
        async let served = pair.wait()
        #expect(await Outcome.of { try await pair.ask(stranger.device) } == .closed)
        #expect(try await pair.ask() == Meeting.credential)
        _ = try await served
    }

    @Test("Another secret hears no advert; another key for the device does not finish the handshake")
    func impostors() async throws {
        let pair = try await LinkedPair.link()
        let secret = try Self.altered(pair.device, at: 3)
        let guessing = Task { try await pair.wait() }
        #expect(await Outcome.of { try await pair.ask(secret, Meeting.impatient) } == .late)
        #expect(await Outcome.of { try await guessing.value } == .closed)

        let stranger = try await LinkedPair.link(through: pair.tunnels, contact: pair.contact)
        let key = try Self.replacing(pair.device, key: [UInt8](P256.KeyAgreement.PrivateKey().publicKey.x963Representation))
        async let served = Outcome.of { try await pair.wait(knowing: [pair.link, stranger.link]) }
        #expect(await Outcome.of { try await pair.ask(key) } == .closed)
        #expect(await served == .handshake)
    }

    @Test("A call and a handshake of an earlier exchange, sent again, end before anything is asked")
    func replay() async throws {
        let pair = try await LinkedPair.link()
        let recorder = RecordingTunnels(pair.tunnels)
        let recording = HybridClient(tunnels: recorder, adverts: pair.adverts)
        let first = Task { try await pair.wait() }
        while await Outcome.of({ try await recording.present(Meeting.request, to: pair.device) }) == .tunnel { await Task.yield() }
        _ = try await first.value
        let (contact, payload, hello) = try #require(recorder.recorded)

        let isAsked = Mutex(false)
        let second = Task {
            try await pair.wait { _ in
                isAsked.withLock { $0 = true }
                return Meeting.credential
            }
        }
        var channel: (any DataChannel)?
        while channel == nil {
            channel = try? await pair.tunnels.call(contact, with: payload, at: pair.device.domain)
            await Task.yield()
        }
        try await channel?.send(hello)
        #expect(await Outcome.of { try await second.value } == .handshake)
        #expect(isAsked.withLock { !$0 })
    }

    @Test("When either side gives up, the other hears of it as with a code")
    func givenUp() async throws {
        let pair = try await LinkedPair.link()
        let decision = Decision()
        async let served = Outcome.of { try await pair.wait { _ in await decision.never() } }
        let asking = Task { try await pair.ask() }
        await decision.begun()
        asking.cancel()
        #expect(await Outcome.of { try await asking.value } == .cancelled)
        #expect(await served == .closed)

        let waiting = Task { try await pair.wait() }
        waiting.cancel()
        #expect(await Outcome.of { try await waiting.value } == .cancelled)
    }

    @Test("What wakes a device is read as the standard has it, and anything else refused")
    func payloads() throws {
        let link = try #require(LinkIdentifier(hexadecimal: "0102030405060708"))
        let payload = try ClientPayload(link: link, nonce: Hex.bytes("00112233445566778899aabbccddeeff"))
        #expect(payload.encoded == Hex.bytes("a3014801020304050607080250" + "00112233445566778899aabbccddeeff" + "0363646370"))
        #expect(try ClientPayload(payload.encoded) == payload)
        #expect(try ClientPayload(Hex.bytes("a201480102030405060708025000112233445566778899aabbccddeeff")).hint == .assertion)
        #expect(throws: HybridError(.message, "")) { try ClientPayload(link: link, nonce: [1]) }
        for bad in ["", "a0", "80", "a10148" + "0102030405060708", "a2014701020304050607025000112233445566778899aabbccddeeff", "a3"] {
            #expect(throws: HybridError(.message, "")) { try ClientPayload(Hex.bytes(bad)) }
        }
    }

    /// A link whose bytes under a key differ in one bit.
    private static func altered(_ device: LinkedAuthenticator, at key: UInt8) throws -> LinkedAuthenticator {
        var bytes = device.encoded
        // The secret, 32 bytes, follows its key and head.
        let place = try #require(bytes.indices.dropLast(3).first { bytes[$0] == key && bytes[$0 + 1] == 0x58 && bytes[$0 + 2] == 32 })
        bytes[place + 3] ^= 1
        return try LinkedAuthenticator(encoded: bytes)
    }

    private static func replacing(_ device: LinkedAuthenticator, key: [UInt8]) throws -> LinkedAuthenticator {
        var bytes = device.encoded
        let place = try #require(bytes.indices.dropLast(3).first { bytes[$0] == 4 && bytes[$0 + 1] == 0x58 && bytes[$0 + 2] == 65 })
        bytes.replaceSubrange(place + 3..<place + 68, with: key)
        return try LinkedAuthenticator(encoded: bytes)
    }
}
