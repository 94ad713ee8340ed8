import Crypto
import Foundation
import HybridTransport
import Testing
import VectorSupport

/// `MDOC_HYBRID_FRAMES` sets how many altered frames are tried for each role; `make storm` tries a million, and looks at memory.
@Suite("Altered frames", .timeLimit(.minutes(60)))
struct MutationTests {
    static let count = ProcessInfo.processInfo.environment["MDOC_HYBRID_FRAMES"].flatMap(Int.init) ?? 5_000

    @Test("No altered, repeated, early or late frame of a session opens, for either role, and the next one still does")
    func frames() throws {
        var generator = SeededGenerator(seed: 20)
        var (client, authenticator) = try Handshakes.finished()
        let answer = HybridMessage.credentials(Meeting.credential.encoded).bytes, request = HybridMessage.credentials(Meeting.request.encoded).bytes
        var (fooled, residentAtFirst) = (0, 0)
        for round in 0..<Self.count {
            if Self.isFooled(answer, round, &authenticator.sealer, &client.opener, &generator) { fooled += 1 }
            if Self.isFooled(request, round, &client.sealer, &authenticator.opener, &generator) { fooled += 1 }
            if round == Self.count / 2 { residentAtFirst = ResidentMemory.bytes() }
        }
        #expect(fooled == 0)
        // Each was judged in its own place, where an honest frame opens.
        #expect(try client.opener.open(authenticator.sealer.seal(answer)) == answer)
        #expect(try authenticator.opener.open(client.sealer.seal(request)) == request)
        Self.checkGrowth(since: residentAtFirst, "\(Self.count) frames for each role")
    }

    /// Whether the reader opens, in the place of the next frame, one that was altered or is of another place. Both go on in step.
    private static func isFooled(
        _ message: [UInt8], _ round: Int, _ sealer: inout FrameSealer, _ opener: inout FrameOpener, _ generator: inout SeededGenerator
    ) -> Bool {
        guard let frame = try? sealer.seal(message) else { return true }
        switch round % 8 {
        case 0:
            // It comes twice.
            guard (try? opener.open(frame)) == message, (try? sealer.seal(message)) != nil else { return true }
            return (try? opener.open(frame)) != nil
        case 1:
            // The one after it comes early, and then it comes itself, late.
            guard let next = try? sealer.seal(message) else { return true }
            let isEarlyOpened = (try? opener.open(next)) != nil
            return (try? opener.open(frame)) != nil || isEarlyOpened
        default: return (try? opener.open(generator.altered(frame))) != nil
        }
    }

    /// Where other tests run in this process, too, what it holds says nothing of this one.
    static func checkGrowth(since residentAtFirst: Int, _ what: String) {
        guard ResidentMemory.isOfOneTest else { return }
        let grown = ResidentMemory.bytes() - residentAtFirst
        #expect(residentAtFirst > 0 && grown < 16 << 20, "\(grown) bytes more after the second half of \(what)")
        print("\(what), \(grown >> 10) KiB grown")
    }

    @Test("Whatever a peer that knows the keys sends, each decoder gives a value or a named error")
    func contents() throws {
        var residentAtFirst = 0
        var generator = SeededGenerator(seed: 21)
        let linking = try LinkingInformation(
            contact: [1], link: [UInt8](repeating: 1, count: 8), secret: [UInt8](repeating: 2, count: 32), identity: .init(), name: "a",
            client: P256.KeyAgreement.PrivateKey().publicKey, hash: [UInt8](repeating: 3, count: 32))
        let seeds = [
            Capabilities.wallet.encoded, UpdateMessage(linking: linking).encoded, Meeting.request.encoded, Meeting.credential.encoded,
            HybridMessage.credentials(Meeting.request.encoded).bytes,
            Array(FixedExchange().qr.utf8), Hex.bytes("a20142a00003826463746170626463"), LinkedClient(since: Meeting.now).encoded,
            try ClientPayload(link: LinkIdentifier(), nonce: [UInt8](repeating: 1, count: 16)).encoded,
        ]
        for round in 0..<Self.count {
            let bytes = generator.altered(seeds[round % seeds.count])
            if let message = try? HybridMessage(bytes) { #expect(message.bytes == bytes) }
            _ = try? Capabilities(bytes)
            _ = try? UpdateMessage(bytes)
            if let payload = try? ClientPayload(bytes) { #expect(try ClientPayload(payload.encoded) == payload) }
            if let link = try? LinkedClient(encoded: bytes) { #expect(try LinkedClient(encoded: link.encoded).encoded == link.encoded) }
            if let request = try? RemoteCredentialRequest(bytes) { #expect(try RemoteCredentialRequest(request.encoded) == request) }
            if let response = try? RemoteCredentialResponse(bytes) { #expect(try RemoteCredentialResponse(response.encoded) == response) }
            if let invitation = try? HybridInvitation(text: String(decoding: bytes, as: UTF8.self)) {
                #expect(try HybridInvitation(text: invitation.text).encoded == invitation.encoded)
            }
            if round == Self.count / 2 { residentAtFirst = ResidentMemory.bytes() }
        }
        Self.checkGrowth(since: residentAtFirst, "\(Self.count) messages")
    }
}
