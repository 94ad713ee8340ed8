import CBOR
import COSE
import Crypto
import Foundation
import Inspection
import MobileDocument
import Testing

@Suite("The search for a transcript")
struct TranscriptFinderTests {
    let fixtures = Fixtures()
    let info = EncryptionInfoSample.text

    @Test func theRightOriginIsFoundAmongWrongOnes() throws {
        let response = try signed(.annexC(encryptionInfo: info, origin: try Origin("https://right.example")))
        var inputs = TranscriptInputs()
        inputs.origins = ["https://wrong.example", "https://right.example/", "nonsense"]
        inputs.encryptionInfos = [info]
        let result = try TranscriptFinder.find(response, inputs: inputs)
        #expect(result.match?.name == "Annex C, https://right.example, encryptionInfo 1")
        #expect(result.outcomes.map(\.fits) == [false, true])
        #expect(result.rejections.map(\.input) == ["nonsense"])
        #expect(result.nearMissesTried == 0)
    }

    @Test(
        arguments: [
            ("https://a.example/", "trailing slash"), ("https://a.example:443", "default port"),
            ("http://a.example", "scheme is http"),
            ("https://A.EXAMPLE", "upper case"), ("https://www.a.example", "with www."), ("a.example", "scheme is missing"),
        ])
    func originsGoneWrongAreNamed(_ used: String, _ words: String) throws {
        let response = try signed(hash: [.text(info), .text(used)], "dcapi")
        var inputs = TranscriptInputs()
        inputs.origins = ["https://b.example", "https://a.example"]
        inputs.encryptionInfos = [info]
        let result = try TranscriptFinder.find(response, inputs: inputs)
        #expect(result.match == nil)
        #expect(result.nearMisses.count == 1)
        #expect(result.nearMisses.first?.deviation?.contains(words) == true)
        #expect(result.text.hasPrefix("fits only with a deviation: "))
    }

    @Test func anAddressWithAPathIsRejectedAndStillTried() throws {
        let response = try signed(.annexC(encryptionInfo: info, origin: try Origin("https://a.example")))
        var inputs = TranscriptInputs()
        inputs.origins = ["https://a.example/shop?x=1"]
        inputs.encryptionInfos = [info]
        let result = try TranscriptFinder.find(response, inputs: inputs)
        #expect(result.rejections.first?.reason == OriginError.path.description)
        #expect(result.nearMisses.first?.deviation?.contains("without its path") == true)
    }

    @Test func paddingOfEncryptionInfoIsNamed() throws {
        let padded = info + "="
        #expect(padded.count % 4 == 0)
        var inputs = TranscriptInputs()
        inputs.origins = ["https://a.example"]
        inputs.encryptionInfos = [info]
        let added = try TranscriptFinder.find(
            try signed(hash: [.text(padded), .text("https://a.example")], "dcapi"), inputs: inputs)
        #expect(added.nearMisses.first?.deviation?.contains("with padding") == true)
        inputs.encryptionInfos = [padded]
        let removed = try TranscriptFinder.find(
            try signed(hash: [.text(info), .text("https://a.example")], "dcapi"), inputs: inputs)
        #expect(removed.nearMisses.first?.deviation?.contains("without its padding") == true)
        #expect(removed.rejections.count == 1)
        inputs.encryptionInfos = [info]
        let decoded = try #require(Base64URL.decode(info))
        let bytes = try TranscriptFinder.find(
            try signed(hash: [.bytes(decoded), .text("https://a.example")], "dcapi"), inputs: inputs)
        #expect(bytes.nearMisses.first?.deviation?.contains("decoded bytes") == true)
    }

    @Test func openID4VPNeedsOriginNonceAndThumbprint() throws {
        let origin = try Origin("https://a.example")
        let thumbprint = [UInt8](repeating: 4, count: 32)
        let response = try signed(.openID4VPDigitalCredentials(origin: origin, nonce: "n-1", keyThumbprint: ByteSlice(thumbprint)))
        var inputs = TranscriptInputs()
        inputs.origins = ["https://a.example"]
        inputs.nonces = ["n-0", "n-1"]
        #expect(try TranscriptFinder.find(response, inputs: inputs).match == nil)
        inputs.keyThumbprints = [thumbprint]
        let result = try TranscriptFinder.find(response, inputs: inputs)
        #expect(result.match?.name == "OpenID4VP, https://a.example, nonce \"n-1\", key thumbprint 04040404…")
        #expect(result.outcomes.count == 4)
    }

    @Test func inAppParametersMayBeSwapped() throws {
        let key = P256.KeyAgreement.PrivateKey().publicKey
        let hash = ByteSlice([UInt8](SHA256.hash(data: key.x963Representation)))
        let nonce = ByteSlice([UInt8](repeating: 1, count: 32))
        let right = try signed(.appleInApp(nonce: nonce, merchantIdentifier: "m", teamIdentifier: "t", recipientKeyHash: hash))
        var inputs = TranscriptInputs()
        inputs.inApp = [
            .init(
                nonce: nonce, merchantIdentifier: "m", teamIdentifier: "t", recipientKey: ByteSlice([UInt8](key.x963Representation))
            ),
            .init(nonce: nonce, merchantIdentifier: "m", teamIdentifier: "t", recipientKey: ByteSlice([1, 2, 3])),
        ]
        let result = try TranscriptFinder.find(right, inputs: inputs)
        #expect(result.match != nil)
        #expect(result.rejections.count == 1)
        let swapped = try signed(.appleInApp(nonce: nonce, merchantIdentifier: "t", teamIdentifier: "m", recipientKeyHash: hash))
        #expect(try TranscriptFinder.find(swapped, inputs: inputs).nearMisses.first?.deviation?.contains("wrong way round") == true)
    }

    @Test func recordedTranscriptsMayBeWrapped() throws {
        let transcript = SessionTranscript(.annexC(encryptionInfo: info, origin: try Origin("https://a.example")))
        var inputs = TranscriptInputs()
        inputs.recorded = [.init(name: "log", bytes: Fixtures.embedded(transcript.encoded)), .init(name: "junk", bytes: [0x01])]
        let result = try TranscriptFinder.find(try signed(transcript.handover), inputs: inputs)
        #expect(result.match?.name == "recorded, log")
        #expect(result.match?.sha256 == transcript.hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        #expect(result.rejections.map(\.input) == ["junk"])
    }

    @Test func theNumberOfCombinationsIsBounded() throws {
        var inputs = TranscriptInputs()
        inputs.origins = (0..<60).map { "https://h\($0).example" }
        inputs.encryptionInfos = (0..<20).map { info + "\($0)" }
        let result = try TranscriptFinder.find(try fixtures.response(), inputs: inputs)
        #expect(result.outcomes.count == TranscriptFinder.maximumCandidates)
        #expect(result.nearMissesTried == TranscriptFinder.maximumNearMisses)
        #expect(result.isShortened)
    }

    @Test func whatHoldsNoProofIsRefusedWithAReason() throws {
        func code(_ bytes: [UInt8]) -> TranscriptFinderError.Code? {
            do throws(TranscriptFinderError) {
                _ = try TranscriptFinder.find(bytes, inputs: TranscriptInputs())
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code([0x01]) == .unreadableResponse)
        #expect(code(CBORValue.textMap(["version": .text("1.0"), "status": .unsigned(0)]).encoded) == .noDocuments)
        let sealed = CBORValue.array([
            .text("dcapi"),
            .textMap([
                "enc": .bytes([4] + [UInt8](repeating: 1, count: 64)), "cipherText": .bytes([UInt8](repeating: 0, count: 20)),
            ]),
        ])
        #expect(code(sealed.encoded) == .sealedResponse)
    }

    private func signed(_ handover: SessionTranscript.Handover) throws -> [UInt8] {
        var options = Fixtures.Options()
        options.transcript = SessionTranscript(handover)
        return try fixtures.response(options)
    }

    private func signed(hash parts: [CBORValue], _ name: String) throws -> [UInt8] {
        let hash = [UInt8](SHA256.hash(data: CBORValue.array(parts).encoded))
        var options = Fixtures.Options()
        options.transcript = try SessionTranscript(
            recorded: CBORValue.array([.null, .null, .array([.text(name), .bytes(hash)])]).encoded)
        return try fixtures.response(options)
    }
}

/// An encryption information with a text that could be padded.
enum EncryptionInfoSample {
    static let text: String = {
        let key = P256.KeyAgreement.PrivateKey().publicKey
        // With 16 bytes of nonce the text is one character short of a multiple of four.
        return Base64URL.encode(EncryptionInfo.encode(nonce: [UInt8](repeating: 5, count: 16), recipientKey: key))
    }()
}
