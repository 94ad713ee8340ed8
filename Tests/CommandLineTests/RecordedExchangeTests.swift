import Foundation
import Testing
import VectorSupport

@Suite("The command line: other people's exchanges", .enabled(if: Vectors.isAvailable, "the vectors are not at hand; set MDOC_VECTORS"))
struct RecordedExchangeTests {
    private let folder: Folder
    private let vectors: URL

    init() throws {
        folder = try Folder()
        vectors = try #require(Vectors.folder)
    }

    private func path(_ name: String) -> String { vectors.appendingPathComponent(name).path }

    private func vector(_ name: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(contentsOf: vectors.appendingPathComponent(name))) as? [String: Any])
    }

    /// A root that issued none of the documents.
    private var stranger: String { path("iaca-roots/california-department-of-motor-vehicles.pem") }

    @Test("Annex D verifies in full: issuer, 6 digests, MAC, path, and the reader's signature", arguments: ["iso", "legacy-samples"])
    func annexD(profile: String) throws {
        let annex = "iso-18013-5-annex-d/"
        let arguments = [
            "verify-response", "--json", "--device-response", path(annex + "device_response.hex"), "--session-transcript",
            path(annex + "session_transcript_bytes.hex"), "--trust", path(annex + "iaca_cert.hex"), "--profile", profile, "--at", "2021-06-01",
        ]
        let key = ["--reader-key", path(annex + "ephemeral_reader_key_d.hex")]
        let request = ["--request", path(annex + "device_request.hex"), "--reader-trust", path(annex + "reader_root_cert.hex")]
        let run = try Tool.run(arguments + key + request, in: folder)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try run.count("mso.digest", "passed") == 6)
        for check in ["issuerAuth.signature", "device.authentication", "signer.path", "reader.signature", "reader.path"] {
            #expect(try run.count(check, "passed") == 1, "\(check)")
        }
        let documents = try #require(try run.json()["documents"] as? [[String: Any]])
        let elements = try #require((documents[0]["issuerSigned"] as? [String: [String: Any]])?["org.iso.18013.5.1"])
        #expect(elements["family_name"] as? String == "Doe")

        let withoutKey = try Tool.run(arguments, in: folder)
        #expect(withoutKey.exitCode == 1)
        let failures = try withoutKey.checks("failed")
        #expect(failures == ["device.authentication"])
        InteropCell.seen(
            "ISO/IEC 18013-5, Annex D", ("verified", run.exitCode == 0),
            ("without the reader's key, \(InteropCell.refused(for: failures))", withoutKey.exitCode == 1))
        let expired = try Tool.run(arguments + key + ["--at", "2022-01-01"], in: folder)
        #expect(expired.exitCode == 1)
        #expect(try expired.checks("failed") == ["mso.validUntil", "signer.validity"])
        let otherReader = try Tool.run(
            arguments + key + ["--request", path(annex + "device_request.hex"), "--reader-trust", path(annex + "iaca_cert.hex")], in: folder)
        #expect(otherReader.exitCode == 1)
        #expect(try otherReader.checks("failed") == ["reader.path"])
        #expect(!otherReader.output.contains("Doe"))
    }

    @Test("Apple's sample opens and verifies: 22 digests, both signatures, path")
    func apple() throws {
        let sample = "apple-in-app/sample/"
        let parameters = try vector("apple-in-app/session-transcript.json")
        func parameter(_ name: String) throws -> String { try #require(parameters[name] as? String) }
        let open = [
            "open-envelope", "--json", "--envelope", path(sample + "hpke_envelope.cbor"), "--merchant-key", path(sample + "merchant_encryption.key"),
            "--nonce", try parameter("nonceHex"), "--merchant-id", try parameter("merchantId"),
        ]
        let team = ["--team-id", try parameter("teamId")]
        let opened = try Tool.run(open + team + ["--out", "plaintext.cbor"], in: folder)
        #expect(opened.exitCode == 0)
        #expect(try opened.json()["verified"] as? Bool == false)
        let expected = try String(contentsOf: vectors.appendingPathComponent(sample + "plaintext_topics.cbor"), encoding: .utf8)
        let plaintext = try folder.read("plaintext.cbor").map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(plaintext == expected.filter { !$0.isWhitespace }.lowercased())

        let trust = ["--verify", "--trust", path(sample + "issuer_root.crt"), "--at", "2022-04-01"]
        let run = try Tool.run(open + team + trust + ["--profile", "legacy-samples"], in: folder)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try run.count("mso.digest", "passed") == 22)
        for check in ["issuerAuth.signature", "device.authentication", "signer.path"] { #expect(try run.count(check, "passed") == 1, "\(check)") }
        let profile = try run.json()["profile"] as? String
        #expect(profile == "legacy-samples")
        InteropCell.seen("in-app sample", ("verified under the profile for old samples", run.exitCode == 0 && profile == "legacy-samples"))

        let strict = try Tool.run(open + team + trust, in: folder)
        #expect(strict.exitCode == 1)
        let failures = try strict.checks("failed")
        #expect(failures == ["element.issuingCountry", "signer.country"])
        InteropCell.seen("in-app sample", ("otherwise \(InteropCell.refused(for: failures))", strict.exitCode == 1))
        let otherTeam = try Tool.run(open + ["--team-id", "other"], in: folder)
        #expect(otherTeam.exitCode == 1)
        #expect(try otherTeam.json()["code"] as? String == "response.decryption")
    }

    /// Writes a recorded exchange as a session file and an answer.
    private func writeExchange(_ session: [String: Any?], _ answer: [String: Any]) throws {
        try folder.write("session.json", json: session.compactMapValues { $0 })
        try folder.write("response.json", json: answer)
    }

    @Test("A real Android answer opens, and every check passes but the path")
    func android() throws {
        let recorded = try vector("annex-c/android-multipaz-endtoend-2025.json")
        try writeExchange(
            ["origin": recorded["origin"], "encryptionInfo": recorded["encryptionInfo_b64url"], "recipientPrivateKey": recorded["recipientPrivateJwk"]],
            try #require(recorded["credential"] as? [String: Any]))
        let run = try folder.mdoc(
            line: "verify --json --session session.json --response response.json --at 2025-08-07T19:44:00Z --trust", stranger)
        #expect(run.exitCode == 1)
        let failures = try run.checks("failed")
        #expect(failures == ["signer.path"])
        InteropCell.seen("Multipaz on Android", (InteropCell.refused(for: failures), run.exitCode == 1))
        #expect(try run.json()["documents"] == nil)
        #expect(try run.count("mso.digest", "passed") == 3)
        for check in ["response.decryption", "issuerAuth.signature", "device.authentication"] { #expect(try run.count(check, "passed") == 1, "\(check)") }
        let opened = try folder.mdoc(line: "open --session session.json --response response.json --json")
        #expect(opened.exitCode == 0)
    }

    @Test("The deterministic exchange opens to the recorded plaintext, in which there is no document")
    func deterministic() throws {
        let recorded = try vector("annex-c/waltid-deterministic-001.json")
        let hex = try #require(recorded["recipientPrivateKeyHex"] as? String)
        let scalar = Data(stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) })
        let d = scalar.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        try writeExchange(
            [
                "origin": recorded["origin"], "encryptionInfo": recorded["encryptionInfoB64"], "deviceRequest": recorded["deviceRequestB64"],
                "recipientPrivateKey": ["kty": "EC", "crv": "P-256", "d": d],
            ], ["response": try #require(recorded["encryptedResponseB64"])])
        let opened = try folder.mdoc(line: "open --session session.json --response response.json --out plaintext")
        #expect(opened.exitCode == 0)
        let run = try folder.mdoc(line: "verify --json --session session.json --response response.json --trust", stranger)
        #expect(run.exitCode == 1)
        let failures = try run.checks("failed")
        #expect(failures == ["request.missing", "response.documents"])
        InteropCell.seen("walt.id", ("opened", opened.exitCode == 0), (InteropCell.refused(for: failures), run.exitCode == 1))
        #expect(try run.count("response.decryption", "passed") == 1)
    }

    @Test("A reader's signature over an Annex C request verifies for its origin only")
    func smartCheckin() throws {
        let recorded = try vector("annex-c/ts-smart-checkin-readerauth.json")
        try folder.write("request", try #require(recorded["deviceRequest_b64url"] as? String))
        let info = try #require(recorded["encryptionInfo_b64url"] as? String)
        func run(_ origin: String) throws -> [String?] {
            let run = try folder.mdoc(
                line: "verify-request --json --request request --at 2026-05-01", "--encryption-info", info, "--origin", origin, "--reader-trust", stranger)
            #expect(run.exitCode == 1)
            return try #require(try run.json()["readers"] as? [[String: Any]]).map { $0["outcome"] as? String }
        }
        let genuine = try run("https://clinic.example")
        #expect(genuine == ["untrusted"])
        let elsewhere = try run("https://other.example")
        #expect(elsewhere == ["invalid"])
        InteropCell.seen(
            "SMART Health Check-in", ("verified, its reader under no trusted root", genuine == ["untrusted"]),
            ("for another origin, refused", elsewhere == ["invalid"]))
    }

    @Test("A wallet's issued document verifies against its root, with the warnings it deserves")
    func cmwallet() throws {
        let recorded = try vector("peer-mdoc/cmwallet-mdl-with-device-key.json")
        try folder.write("issued", try #require(recorded["issuerSigned_b64url"] as? String))
        let run = try folder.mdoc(
            line: "verify-issued --json --issuer-signed issued --doc-type org.iso.18013.5.1.mDL --at 2026-09-01 --trust",
            path("peer-mdoc/cmwallet-issuer_cert_mdoc.pem"))
        #expect(run.exitCode == 0)
        #expect(try run.count("mso.digest", "passed") == 17)
        let warnings = try run.checks("warning")
        #expect(warnings == ["element.expiryDate", "element.issuingAuthority", "mso.dateForm", "mso.outlivesSigner", "signer.profile"])
        InteropCell.seen("CMWallet", ("verified", run.exitCode == 0), ("warned of \(InteropCell.names(warnings))", !warnings.isEmpty))
    }

    @Test(
        "Test issuers' responses are refused for exactly the expected reasons",
        arguments: [
            (["00", "02", "04", "06", "10"], ["signer.path"]),
            (["09", "15", "16", "17", "18", "19"], ["mso.signed", "signer.extendedKeyUsage", "signer.path"]),
            (["11"], ["mso.signed", "signer.certificate", "signer.validity"]),
        ] as [([String], [String])])
    func longfellow(numbers: [String], failures: [String]) throws {
        for number in numbers {
            let recorded = try vector("peer-mdoc/longfellow-\(number).json")
            try folder.write("response", try #require(recorded["deviceResponseHex"] as? String))
            try folder.write("transcript", try #require(recorded["sessionTranscriptHex"] as? String))
            let now = try #require((recorded["now"] as? [String])?.first)
            let run = try folder.mdoc(
                line: "verify-response --json --device-response response --session-transcript transcript", "--trust", stranger, "--at", now)
            #expect(run.exitCode == 1)
            let failed = try run.checks("failed")
            #expect(failed == failures, "\(number)")
            InteropCell.seen("Longfellow", (InteropCell.refused(for: failed), run.exitCode == 1))
            #expect(try run.count("device.authentication", "passed") == 1, "\(number)")
        }
    }

    @Test("The transcript of Annex D and that of Apple's sample are found")
    func transcripts() throws {
        let annex = "iso-18013-5-annex-d/"
        let proximity = try folder.mdoc(
            "transcript", "find", "--response", path(annex + "device_response.hex"), "--session-transcript", path(annex + "session_transcript_bytes.hex"),
            "--reader-key", path(annex + "ephemeral_reader_key_d.hex"))
        #expect(proximity.exitCode == 0, "\(proximity.output)")
        let sample = "apple-in-app/sample/"
        let parameters = try vector("apple-in-app/session-transcript.json")
        func parameter(_ name: String) throws -> String { try #require(parameters[name] as? String) }
        let inApp = try folder.mdoc(
            "transcript", "find", "--response", path(sample + "plaintext_topics.cbor"), "--in-app-nonce", parameter("nonceHex"), "--merchant-id",
            parameter("merchantId"), "--team-id", parameter("teamId"), "--merchant-key", path(sample + "merchant_encryption.key"))
        #expect(inApp.exitCode == 0, "\(inApp.output)\(inApp.errors)")
    }
}
