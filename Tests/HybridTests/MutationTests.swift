import Crypto
import Foundation
import HybridTransport
import Testing
import VectorSupport

/// `MDOC_HYBRID_FRAMES` sets how many altered frames are tried for each role; a million take a minute in release mode.
@Suite("Altered frames", .timeLimit(.minutes(30)))
struct MutationTests {
    private static let count = ProcessInfo.processInfo.environment["MDOC_HYBRID_FRAMES"].flatMap(Int.init) ?? 5_000

    @Test("No altered frame of a session opens, for either role")
    func frames() throws {
        var generator = SeededGenerator(seed: 20)
        var (client, authenticator) = try Handshakes.finished()
        let toClient = try authenticator.sealer.seal(HybridMessage.credentials(Meeting.credential.encoded).bytes)
        let toAuthenticator = try client.sealer.seal(HybridMessage.credentials(Meeting.request.encoded).bytes)
        var opened = 0
        for _ in 0..<Self.count {
            for (frame, opener) in [(toClient, client.opener), (toAuthenticator, authenticator.opener)] {
                var opener = opener
                if (try? opener.open(Self.altered(frame, &generator))) != nil { opened += 1 }
            }
        }
        #expect(opened == 0)
    }

    @Test("Whatever a peer that knows the keys sends, each decoder gives a value or a named error")
    func contents() throws {
        var generator = SeededGenerator(seed: 21)
        let linking = try LinkingInformation(
            contact: [1], link: [UInt8](repeating: 1, count: 8), secret: [UInt8](repeating: 2, count: 32), identity: .init(), name: "a",
            client: P256.KeyAgreement.PrivateKey().publicKey, hash: [UInt8](repeating: 3, count: 32))
        let seeds = [
            Capabilities.wallet.encoded, UpdateMessage(linking: linking).encoded, Meeting.request.encoded, Meeting.credential.encoded,
            Array(FixedExchange().qr.utf8), Hex.bytes("a20142a00003826463746170626463"), LinkedClient(since: Meeting.now).encoded,
            try ClientPayload(link: LinkIdentifier(), nonce: [UInt8](repeating: 1, count: 16)).encoded,
        ]
        for round in 0..<Self.count {
            let bytes = Self.altered(seeds[round % seeds.count], &generator)
            _ = try? Capabilities(bytes)
            _ = try? UpdateMessage(bytes)
            if let payload = try? ClientPayload(bytes) { #expect(try ClientPayload(payload.encoded) == payload) }
            if let link = try? LinkedClient(encoded: bytes) { #expect(try LinkedClient(encoded: link.encoded).encoded == link.encoded) }
            if let request = try? RemoteCredentialRequest(bytes) { #expect(try RemoteCredentialRequest(request.encoded) == request) }
            if let response = try? RemoteCredentialResponse(bytes) { #expect(try RemoteCredentialResponse(response.encoded) == response) }
            if let invitation = try? HybridInvitation(text: String(decoding: bytes, as: UTF8.self)) {
                #expect(try HybridInvitation(text: invitation.text).encoded == invitation.encoded)
            }
        }
    }

    /// One to four changes: a bit, a byte, a cut, a repetition, a piece of noise. Never none.
    private static func altered(_ original: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        repeat {
            for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...4, using: &generator) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                case 1: bytes[place] = .random(in: 0...255, using: &generator)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &generator)))
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
                default: bytes.insert(contentsOf: generator.bytes(Int.random(in: 1...9, using: &generator)), at: place)
                }
            }
        } while bytes == original
        return bytes
    }
}
