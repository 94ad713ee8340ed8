import CBOR
import COSE
import Crypto
import Foundation
import MobileDocument
import Testing
import VectorSupport

@Suite("SessionTranscript")
struct TranscriptTests {
    private func annexC(_ info: String = "info", _ origin: String = "https://a") throws -> SessionTranscript {
        SessionTranscript(.annexC(encryptionInfo: info, origin: try Origin(origin)))
    }

    @Test("The transcript of Annex C hashes the text as sent and the origin")
    func annexCBytes() throws {
        let info: [UInt8] = [0x82, 0x64] + Array("info".utf8) + [0x69] + Array("https://a".utf8)
        let transcript = try annexC()
        #expect(Hex.text(transcript.encoded) == "83f6f682656463617069" + "5820" + Hex.text(SHA256.hash(data: info)))
        #expect(transcript.encoded.count == 44)
        #expect(transcript.hash == Array(SHA256.hash(data: transcript.encoded)))
    }

    @Test("Every part of the transcript of Annex C counts, the text's padding too")
    func annexCParts() throws {
        let transcript = try annexC()
        #expect(try annexC("info", "https://A:443/").encoded == transcript.encoded, "one origin in two forms")
        for (info, origin) in [("info=", "https://a"), ("Info", "https://a"), ("info", "http://a"), ("info", "https://a:8443"), ("info", "https://a.a")] {
            #expect(try annexC(info, origin).encoded != transcript.encoded)
        }
    }

    @Test("A transcript in person is the array of its three parts as received")
    func proximity() throws {
        let handover = try CBORItem([0xf6])
        let transcript = SessionTranscript(
            .proximity(deviceEngagement: EmbeddedCBOR(wrapping: [0xa0]), readerKey: EmbeddedCBOR(wrapping: [0xa1, 0x01, 0x02]), handover: handover))
        #expect(Hex.text(transcript.encoded) == "83" + "d81841a0" + "d81843a10102" + "f6")
    }

    @Test("An in-app transcript holds nonce, merchant, team and key hash in this order")
    func inApp() {
        let transcript = SessionTranscript(
            .appleInApp(nonce: ByteSlice([1, 2]), merchantIdentifier: "m", teamIdentifier: "t", recipientKeyHash: ByteSlice([3])))
        let expected = CBORValue.array([
            .null, .null, .array([.text("AppleIdentityPresentment_1.0"), .bytes([1, 2]), .text("m"), .text("t"), .bytes([3])]),
        ])
        #expect(transcript.encoded == expected.encoded)
    }

    @Test("An OpenID4VP transcript hashes origin, nonce and thumbprint; without encryption the thumbprint is null")
    func openID4VP() throws {
        let origin = try Origin("https://a")
        for (thumbprint, value) in [(ByteSlice([9]), CBORValue.bytes([9])), (nil, .null)] as [(ByteSlice?, CBORValue)] {
            let transcript = SessionTranscript(.openID4VPDigitalCredentials(origin: origin, nonce: "n", keyThumbprint: thumbprint))
            let info = CBORValue.array([.text("https://a"), .text("n"), value]).encoded
            let expected = CBORValue.array([.null, .null, .array([.text("OpenID4VPDCAPIHandover"), .bytes(Array(SHA256.hash(data: info)))])])
            #expect(transcript.encoded == expected.encoded)
        }
    }

    @Test("Each way of handing over has a transcript of its own and a name")
    func distinct() throws {
        let origin = try Origin("https://a")
        let transcripts = [
            try annexC(), SessionTranscript(.openID4VPDigitalCredentials(origin: origin, nonce: "info", keyThumbprint: nil)),
            SessionTranscript(.appleInApp(nonce: ByteSlice([]), merchantIdentifier: "", teamIdentifier: "", recipientKeyHash: ByteSlice([]))),
            SessionTranscript(.proximity(deviceEngagement: EmbeddedCBOR(wrapping: [0xa0]), readerKey: EmbeddedCBOR(wrapping: [0xa0]), handover: try CBORItem([0xf6]))),
        ]
        #expect(Set(transcripts.map(\.encoded)).count == 4)
        #expect(Set(transcripts.map(\.name)).count == 4)
        #expect(Set(transcripts.map(\.hash)).count == 4)
    }

    // MARK: Recorded

    @Test("A recorded transcript is read bare or under tag 24, and keeps its bytes")
    func recorded() throws {
        let bytes = try annexC().encoded
        #expect(try SessionTranscript(recorded: bytes).encoded == bytes)
        #expect(try SessionTranscript(recorded: EmbeddedCBOR(wrapping: bytes).encoded.array).encoded == bytes)
        // A map in the handover with a longer head than needed is not tidied up.
        let odd = Hex.bytes("83 f6 f6 81 1801")
        #expect(try SessionTranscript(recorded: odd).encoded == odd)
    }

    @Test("A recorded transcript in person is recognised, so that a MAC key can be derived")
    func recordedProximity() throws {
        let bytes = Hex.bytes("83 d81841a0 d81843a10102 82 4101 f6")
        guard case .proximity(let engagement, let readerKey, let handover) = try SessionTranscript(recorded: bytes).handover else {
            Issue.record("not recognised")
            return
        }
        #expect(engagement.content.array == [0xa0])
        #expect(readerKey.content.array == [0xa1, 0x01, 0x02])
        #expect(handover.encoded.array == Hex.bytes("82 4101 f6"))
    }

    @Test("What is not a transcript is refused", arguments: ["80", "82 f6 f6", "84 f6 f6 f6 f6", "a0", "83 00 00 00", "83 d81841a0 f6 f6", "83 f6 f6", "83 f6 f6 f6 00", "d81844 83f6f6f6 00", "d819 44 83f6f6f6", "d818 45 83f6f6f600", ""])
    func notATranscript(hex: String) {
        #expect(throws: CBORError.self) { _ = try SessionTranscript(recorded: Hex.bytes(hex)) }
    }
}
