import CBOR
import Crypto
import Foundation
import Inspection
import Testing

@Suite("Vectors", .enabled(if: Vectors.arePresent, "the folder of shared vectors is not here; set MDOC_VECTORS"))
struct VectorTests {
    @Test(
        arguments: [
            ("iso-18013-5-annex-d/device_response.hex", InspectionKind.deviceResponse),
            ("iso-18013-5-annex-d/device_request.hex", .deviceRequest),
            ("iso-18013-5-annex-d/device_request_v1_1_extended.hex", .deviceRequest),
            ("iso-18013-5-annex-d/issuer_auth.hex", .issuerAuth), ("iso-18013-5-annex-d/reader_auth.hex", .coseSign1),
            ("iso-18013-5-annex-d/device_auth.hex", .deviceAuth), ("iso-18013-5-annex-d/iaca_cert.hex", .certificate),
            ("iso-18013-5-annex-d/session_transcript_bytes.hex", .sessionTranscript),
            ("iso-18013-5-annex-d/device_authentication_bytes.hex", .deviceAuthentication),
            ("iso-18013-5-annex-d/reader_authentication_bytes.hex", .readerAuthentication),
            ("iso-18013-5-annex-d/device_engagement_qr.hex", .deviceEngagement),
            ("iso-18013-5-annex-d/session_establishment.hex", .sessionEstablishment),
            ("iso-18013-5-annex-d/session_data.hex", .sessionData), ("iso-18013-5-annex-d/session_termination.hex", .sessionData),
            ("iso-18013-5-annex-d/issuer_auth_sig_structure.hex", .signatureStructure),
            ("iso-18013-5-annex-d/mac_structure.hex", .macStructure), ("iso-18013-5-annex-d/driving_privileges.hex", .cbor),
            ("iso-18013-5-annex-d/mac_tag.hex", .unknown), ("annex-c/android-multipaz-endtoend-2025.json", .encryptedResponse),
            ("apple-in-app/sample/hpke_envelope.cbor", .inAppEnvelope),
            ("apple-in-app/sample/plaintext_topics.cbor", .inAppPlaintext),
            ("apple-in-app/sample/merchant_encryption.key", .privateKey), ("apple-in-app/sample/issuer_signing.crt", .certificate),
            ("apple-in-app/sample/merchant_encryption_public_key.pem", .publicKey),
            ("apple-in-app/sample/session_transcript.txt", .sessionTranscript),
            ("apple-in-app/sample/device_public_key.hex", .coseKey), ("vical/austroads-vical.cbor.hex", .vical),
            ("vical/austroads-root-certificate.pem", .certificate), ("peer-mdoc/eudi-mdl-device-response.b64", .deviceResponse),
            ("peer-mdoc/sprind-pid-issuer-signed-x5chain-array2.hex", .issuerSigned),
        ])
    func everyKindOfFileIsRecognised(_ path: String, _ kind: InspectionKind) throws {
        let reports = Inspector.inspect(try EncodedInput(try Vectors.bytes(path)))
        #expect(reports.map(\.kind) == [kind])
        // Unreadable files aside, a published example has no error in it.
        if kind != .unknown { #expect(reports[0].findings.filter { $0.severity == .error }.isEmpty) }
    }

    @Test func aRequestObjectHasTwoParts() throws {
        let input = try EncodedInput(try Vectors.bytes("annex-c/webkit-iso18013-7-reference-request.json"))
        #expect(Inspector.inspect(input).map(\.kind) == [.deviceRequest, .encryptionInfo])
    }

    @Test func rootsOfIssuersAreReadable() throws {
        for path in try Vectors.files("iaca-roots", "pem") {
            let report = try #require(Inspector.inspect(try EncodedInput(try Vectors.bytes(path))).first)
            #expect(report.kind == .certificate)
            #expect(!report.findings.contains { $0.severity == .error }, "\(path)")
        }
    }

    @Test func aStatusListTokenIsRecognised() throws {
        let examples = try #require(try Vectors.json("status-list/ietf-draft-examples.json")["examples"] as? [String: String])
        let report = Inspector.inspect(Vectors.hex(try #require(examples["status_list_cwt"])))
        #expect(report.kind == .statusListToken)
        #expect(report.summary.hasPrefix("status list token, COSE_Sign1 with ES256, for "))
        #expect(Inspector.inspect(Vectors.hex(try #require(examples["referenced_token_cwt"]))).kind == .coseSign1)
    }

    @Test func knownPeculiaritiesOfPeersAreFound() throws {
        func codes(_ bytes: [UInt8]) -> Set<String> { Set(Inspector.inspect(bytes).findings.map(\.code)) }
        let auth0 = try Vectors.member("peer-mdoc/auth0-example1-device-response.json", "deviceResponseHex")
        #expect(
            codes(auth0).isSuperset(of: ["cbor.long-head", "x5chain.array-of-one", "x5chain.self-signed", "certificate.eku-absent"])
        )
        let cmwallet = try Vectors.member("peer-mdoc/cmwallet-mdl-with-device-key.json", "issuerSigned_b64url", isHex: false)
        #expect(codes(cmwallet).contains("date.fraction"))
        let pid = try EncodedInput(try Vectors.bytes("peer-mdoc/sprind-pid-issuer-signed-x5chain-array2.hex")).bytes
        #expect(codes(pid).isSuperset(of: ["date.untagged", "x5chain.root", "certificate.eku-absent"]))
        let tls = try Vectors.member("peer-mdoc/longfellow-15.json", "deviceResponseHex")
        #expect(codes(tls).contains("certificate.eku-other"))
    }

    @Test func everyDigestOfEveryPeerIsRight() throws {
        for path in try Vectors.files("peer-mdoc", "json") where path.contains("longfellow") {
            let report = Inspector.inspect(try Vectors.member(path, "deviceResponseHex"))
            #expect(report.kind == .deviceResponse)
            #expect(report.lines.contains { $0.details.contains { $0.hasPrefix("equals digest") } }, "\(path)")
            #expect(!report.findings.contains { $0.code.hasPrefix("digest.") }, "\(path)")
        }
    }

    // MARK: Transcripts

    @Test func theAndroidExchangeIsTracedToItsOrigin() throws {
        let path = "annex-c/android-multipaz-endtoend-2025.json"
        var inputs = TranscriptInputs()
        inputs.encryptionInfos = [try #require(try Vectors.json(path)["encryptionInfo_b64url"] as? String)]
        inputs.origins = [
            "https://10.0.2.2", "http://10.0.2.2:8000", "https://verifier.example", "https://10.0.2.2:8000",
            "https://10.0.2.2:8001",
        ]
        let response = try Vectors.member(path, "deviceResponseHex")
        let result = try TranscriptFinder.find(response, inputs: inputs)
        #expect(result.match?.name == "Annex C, https://10.0.2.2:8000, encryptionInfo 1")
        #expect(result.outcomes.filter(\.fits).count == 1)
        inputs.origins = ["http://10.0.2.2:8000"]
        let near = try TranscriptFinder.find(response, inputs: inputs)
        #expect(near.nearMisses.map(\.deviation) == ["the scheme is https, not http"])
    }

    @Test func theInAppSampleIsTracedToItsParameters() throws {
        let path = "apple-in-app/session-transcript.json"
        let sample = try Vectors.json(path)
        var inputs = TranscriptInputs()
        inputs.inApp = [
            .init(
                nonce: ByteSlice(try Vectors.member(path, "nonceHex")),
                merchantIdentifier: try #require(sample["merchantId"] as? String),
                teamIdentifier: try #require(sample["teamId"] as? String),
                recipientKey: ByteSlice(try Vectors.member(path, "encryptionPublicKeyUncompressedHex")))
        ]
        let plaintext = try EncodedInput(try Vectors.bytes("apple-in-app/sample/plaintext_topics.cbor")).bytes
        let result = try TranscriptFinder.find(plaintext, inputs: inputs)
        #expect(result.match?.sha256 == sample["infoHashHex"] as? String)
    }

    @Test func recordedTranscriptsOfPeersFit() throws {
        for path in try Vectors.files("peer-mdoc", "json") where path.contains("longfellow") {
            var inputs = TranscriptInputs()
            inputs.recorded = [.init(name: "theirs", bytes: try Vectors.member(path, "sessionTranscriptHex"))]
            let result = try TranscriptFinder.find(try Vectors.member(path, "deviceResponseHex"), inputs: inputs)
            #expect(result.match != nil, "\(path)")
        }
    }

    @Test func aCarriedPayloadIsNamedAndStillFits() throws {
        let path = "peer-mdoc/auth0-example1-device-response.json"
        let response = try Vectors.member(path, "deviceResponseHex")
        #expect(Inspector.inspect(response).findings.contains { $0.code == "cose.payload-attached" })
        var inputs = TranscriptInputs()
        inputs.recorded = [.init(name: "theirs", bytes: try Vectors.member(path, "encodedSessionTranscriptHex"))]
        #expect(try TranscriptFinder.find(response, inputs: inputs).match != nil)
    }

    @Test func aDeviceMacNeedsTheReadersKey() throws {
        let folder = "iso-18013-5-annex-d/"
        let response = try EncodedInput(try Vectors.bytes(folder + "device_response.hex")).bytes
        var inputs = TranscriptInputs()
        inputs.recorded = [
            .init(name: "annex D", bytes: try EncodedInput(try Vectors.bytes(folder + "session_transcript_bytes.hex")).bytes)
        ]
        let without = try TranscriptFinder.find(response, inputs: inputs)
        #expect(without.match == nil)
        #expect(without.documents.first?.obstacle?.contains("private key") == true)
        inputs.readerPrivateKey = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: try EncodedInput(try Vectors.bytes(folder + "ephemeral_reader_key_d.hex")).bytes)
        #expect(try TranscriptFinder.find(response, inputs: inputs).match?.name == "recorded, annex D")
    }

    // MARK: Robustness

    @Test func cutAndChangedVectorsNeverCrash() throws {
        var generator = SeededGenerator(seed: 7)
        let paths = [
            "iso-18013-5-annex-d/device_response.hex", "iso-18013-5-annex-d/device_request.hex", "vical/austroads-vical.cbor.hex",
        ]
        for path in paths {
            let whole = Array(try EncodedInput(try Vectors.bytes(path)).bytes.prefix(9_000))
            for _ in 0..<60 {
                var bytes = Array(whole.prefix(Int.random(in: 1...whole.count, using: &generator)))
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
                let report = Inspector.inspect(bytes)
                #expect(report.lines.allSatisfy { $0.offset + $0.length <= bytes.count })
            }
        }
    }
}
