import Crypto
import Foundation
import HybridTransport
import MobileDocument
import Testing
import VectorSupport

@Suite("What a QR code says")
struct InvitationTests {
    @Test("The codes of the vectors and of Chromium are read, and written again character by character")
    func vectors() throws {
        let fixed = FixedExchange(), chromium = ChromiumExchange()
        for (text, bytes) in [(fixed.qr, fixed.invitation), (chromium.qr, chromium.invitation)] {
            let invitation = try HybridInvitation(text: text)
            #expect(invitation.encoded == bytes)
            #expect(invitation.text == text)
            #expect(invitation.hint == .presentation)
            #expect(invitation.knownDomains == 2)
            #expect(!invitation.supportsLinking)
        }
        let read = try HybridInvitation(text: fixed.qr)
        #expect(read.secret == fixed.secret)
        let identity = try P256.KeyAgreement.PrivateKey(rawRepresentation: fixed.clientIdentity)
        #expect(read.identity.rawRepresentation == identity.publicKey.rawRepresentation)
        let made = try HybridInvitation(identity: identity.publicKey, secret: fixed.secret, issuedAt: try #require(read.issuedAt))
        #expect(made.text == fixed.qr)
    }

    @Test("The prefix is read in either case, and members of later versions are passed over")
    func tolerance() throws {
        let text = FixedExchange().qr
        #expect(try HybridInvitation(text: "fido:/" + text.dropFirst(6)).secret == FixedExchange().secret)
        // Key 6 is a list of channels in CTAP 2.3, and was a truth value before.
        for member in ["06820001", "06f5"] {
            let bytes = [0xa7] + FixedExchange().invitation.dropFirst() + Hex.bytes(member)
            #expect(try HybridInvitation(text: Digits.text(bytes)).encoded == bytes)
        }
        let unknownHint = [UInt8](FixedExchange().invitation.dropLast(3)) + Array("xyz".utf8)
        #expect(try HybridInvitation(text: Digits.text(unknownHint)).hint == .assertion)
    }

    @Test("Bytes of every length survive as digits")
    func digits() throws {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<64 {
            // A member of bytes is passed over, so its length can be any.
            let bytes = [0xa7] + FixedExchange().invitation.dropFirst() + [0x07, 0x58, UInt8(count)] + generator.bytes(count)
            #expect(try HybridInvitation(text: Digits.text(bytes)).encoded == bytes)
        }
    }

    @Test(
        "A text that is no code of this protocol is refused",
        arguments: [
            "", "FIDO", "FIDO:/", "https://example.com", "FIDO:/1", "FIDO:/12x", "FIDO:/999", "FIDO:/99999999999999999",
            "FIDO:/" + String(repeating: "0", count: 2000), "FIDO:/٠٠٠", Digits.text([0xa0]), Digits.text([0x80]), Digits.text([0xff]),
            Digits.text([0xa1, 0x00, 0x41, 0x02]), Digits.text(FixedExchange().invitation + [0]),
            Digits.text([UInt8](FixedExchange().invitation.dropLast())),
            // No point of the curve.
            Digits.text(Hex.bytes("a2005821" + "02" + String(repeating: "ff", count: 32) + "0150" + String(repeating: "00", count: 16))),
            // A secret of 15 bytes, and one that stands twice.
            Digits.text(Hex.bytes("a2005821020217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed014f" + String(repeating: "00", count: 15))),
            Digits.text([0xa7] + FixedExchange().invitation.dropFirst() + [0x01, 0x50] + [UInt8](repeating: 0, count: 16)),
        ])
    func refused(_ text: String) {
        #expect(throws: HybridError(.invitation, "")) { try HybridInvitation(text: text) }
    }

    @Test("A code is good for the minutes in which it is shown")
    func age() throws {
        let invitation = try HybridInvitation(text: FixedExchange().qr)
        let made = try #require(invitation.issuedAt)
        for seconds in [-119, 0, 300, 419] as [Int64] { try invitation.checkFresh(at: made.advanced(bySeconds: seconds)) }
        for seconds in [-3600, -121, 421, 86_400] as [Int64] {
            #expect(throws: HybridError(.staleInvitation, "")) { try invitation.checkFresh(at: made.advanced(bySeconds: seconds)) }
        }
    }

    @Test(
        "A clock a day off, in the year 2100 or at an end of time reads no code of now, and now nobody reads a code of its own",
        arguments: [-86_400, 86_400, 2_320_000_000, .min, .min + 1, .max - 1, .max] as [Int64])
    func wrongClock(_ seconds: Int64) throws {
        let fixed = FixedExchange()
        let right = try HybridInvitation(text: fixed.qr)
        let moment = try #require(right.issuedAt)
        let clock = moment.advanced(bySeconds: seconds)
        try right.checkFresh(at: moment)
        #expect(throws: HybridError(.staleInvitation, "")) { try right.checkFresh(at: clock) }
        let made = try HybridInvitation(identity: right.identity, secret: fixed.secret, issuedAt: clock)
        #expect(throws: HybridError(.staleInvitation, "")) { try HybridInvitation(text: made.text).checkFresh(at: moment) }
        let beginning = Instant(secondsSinceEpoch: .min)
        #expect(throws: HybridError(.staleInvitation, "")) { try HybridInvitation(text: made.text).checkFresh(at: beginning) }
    }

    @Test("A secret of another length makes no code, and no secret is printed")
    func secrecy() throws {
        let fixed = FixedExchange()
        let identity = try P256.KeyAgreement.PrivateKey(rawRepresentation: fixed.clientIdentity)
        let now = Instant(secondsSinceEpoch: 1_795_225_067)
        #expect(throws: HybridError(.invitation, "")) { try ClientInvitation(identity: identity, secret: [1], at: now) }
        let client = try ClientInvitation(identity: identity, secret: fixed.secret, at: now)
        #expect(client.invitation.text == fixed.qr)
        for text in [printed(client), printed(client.invitation)] {
            #expect(!text.contains("0, 1, 2, 3") && !text.contains(Hex.text(fixed.secret)) && !text.contains("4638"))
        }
    }
}
