import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import MobileDocument
import RelyingParty
import Testing
import VectorSupport

@Suite("Recorded exchanges", .enabled(if: Vectors.isAvailable, "the vectors are not at hand; set MDOC_VECTORS"))
struct RecordedExchangeTests {
    private let empty = IssuerTrustList([])

    private func verifier(_ trust: IssuerTrustList, _ profile: any VerificationProfile = ISOProfile()) throws -> Verifier {
        try Verifier(trust: trust, profile: profile, mode: .development)
    }

    // MARK: Annex D

    @Test("Annex D of ISO/IEC 18013-5 verifies in full, MAC and path included")
    func annexD() throws {
        let folder = "iso-18013-5-annex-d/"
        let root = try ParsedCertificate(ByteSlice(RecordedExchange.hex(folder + "iaca_cert.hex")))
        let trust = IssuerTrustList([TrustAnchor(root, provenance: "Annex D")])
        let transcript = try SessionTranscript(recorded: RecordedExchange.hex(folder + "session_transcript_bytes.hex"))
        let readerKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: RecordedExchange.hex(folder + "ephemeral_reader_key_d.hex"))
        let response = try RecordedExchange.hex(folder + "device_response.hex")
        for profile in [LegacySamplesProfile() as any VerificationProfile, ISOProfile()] {
            let result = try verifier(trust, profile).verify(
                deviceResponse: response, transcript: transcript, readerKey: readerKey, at: .at("2021-06-01"))
            guard case .verified(let verified) = result else {
                Issue.record("refused: \(RecordedExchange.failures(result.report))")
                continue
            }
            #expect(result.report.outcomes(of: .msoDigest) == Array(repeating: .passed, count: 6))
            #expect(verified.documents[0][.mobileDrivingLicence, "family_name"]?.text == "Doe")
        }
        let withoutKey = try verifier(trust).verify(deviceResponse: response, transcript: transcript, at: .at("2021-06-01"))
        #expect(RecordedExchange.failures(withoutKey.report) == ["device.authentication"])
    }

    @Test("Annex D's reader authentication verifies to its root, and one changed byte breaks it")
    func annexDReader() throws {
        let folder = "iso-18013-5-annex-d/"
        let root = try ParsedCertificate(ByteSlice(RecordedExchange.hex(folder + "reader_root_cert.hex")))
        let trust = ReaderTrustList([TrustAnchor(root, provenance: "Annex D")])
        let transcript = try SessionTranscript(recorded: RecordedExchange.hex(folder + "session_transcript_bytes.hex"))
        var request = try RecordedExchange.hex(folder + "device_request.hex")
        let result = ReaderAuthenticationVerification.verify(
            try DeviceRequest(request), transcript: transcript, trust: trust, at: try .at("2020-11-01"))
        #expect(result.signatures.map(\.outcome) == [.trusted], "\(result.signatures.first?.report.failures ?? [])")

        #expect(request[655] == 0x1f)
        request[655] = 0x1e
        let changed = ReaderAuthenticationVerification.verify(
            try DeviceRequest(request), transcript: transcript, trust: trust, at: try .at("2020-11-01"))
        #expect(changed.signatures.map(\.outcome) == [.invalid])
        #expect(changed.isRefused)
    }

    // MARK: Annex C

    @Test("The Android exchange opens and passes every check but the path")
    func android() throws {
        let file = try RecordedExchange.json("annex-c/android-multipaz-endtoend-2025.json")
        let session = try JSONSerialization.data(withJSONObject: [
            "origin": file["origin"], "encryptionInfo": file["encryptionInfo_b64url"], "recipientPrivateKey": file["recipientPrivateJwk"],
        ])
        let pending = try JSONDecoder().decode(PendingSession.self, from: session)
        let credential = try JSONDecoder().decode(
            CredentialResponse.self, from: JSONSerialization.data(withJSONObject: try #require(file["credential"])))
        #expect(Hexadecimal.text(pending.transcript.encoded) == (try RecordedExchange.string(file, "sessionTranscriptHex")))

        let result = World.replayer(trust: empty).verify(credential, for: ClaimedSession(claimed: pending), at: try .at("2025-08-07T19:43:23Z"))
        #expect(RecordedExchange.failures(result.report) == ["signer.path"])
        #expect(result.report.outcomes(of: .deviceAuthentication) == [.passed])
        #expect(result.report.outcomes(of: .msoDigest) == [.passed, .passed, .passed])
        guard case .refused = result else { Issue.record("verified without a root"); return }
    }

    @Test("The deterministic exchange opens; a response without documents proves nothing")
    func deterministic() throws {
        let file = try RecordedExchange.json("annex-c/waltid-deterministic-001.json")
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: RecordedExchange.bytes(hex: RecordedExchange.string(file, "recipientPrivateKeyHex")))
        let pending = PendingSession(
            origin: try Origin(RecordedExchange.string(file, "origin")), encryptionInfo: try RecordedExchange.string(file, "encryptionInfoB64"),
            deviceRequest: try RecordedExchange.string(file, "deviceRequestB64"), recipientKey: key, expiresAt: nil)
        let result = World.replayer(trust: empty).verify(
            CredentialResponse(response: try RecordedExchange.string(file, "encryptedResponseB64")), for: ClaimedSession(claimed: pending),
            at: try .at("2026-01-01"))
        #expect(result.report.outcomes(of: .responseDecryption) == [.passed])
        #expect(result.report.outcomes(of: .responseStatus) == [.passed])
        #expect(RecordedExchange.failures(result.report).contains("response.documents"))
    }

    @Test("A reader signature bound to an origin verifies for that origin and no other")
    func readerBoundToOrigin() throws {
        let file = try RecordedExchange.json("annex-c/ts-smart-checkin-readerauth.json")
        func outcome(_ origin: String) throws -> [ReaderSignature.Outcome] {
            let request = try PresentedRequest(
                deviceRequest: RecordedExchange.string(file, "deviceRequest_b64url"),
                encryptionInfo: RecordedExchange.string(file, "encryptionInfo_b64url"), origin: Origin(origin))
            return ReaderAuthenticationVerification.verify(
                request.deviceRequest, transcript: request.transcript, trust: ReaderTrustList([]), at: try .at("2026-01-01")
            ).signatures.map(\.outcome)
        }
        #expect(try outcome("https://clinic.example") == [.untrusted])
        #expect(try outcome("https://clinic.example:8443") == [.invalid])
    }

    // MARK: In-app

    private func inAppSession(teamIdentifier: String? = nil) throws -> InAppSession {
        let file = try RecordedExchange.json("apple-in-app/session-transcript.json")
        return try InAppSession(
            nonce: try RecordedExchange.bytes(hex: RecordedExchange.string(file, "nonceHex")),
            merchantIdentifier: try RecordedExchange.string(file, "merchantId"),
            teamIdentifier: try teamIdentifier ?? RecordedExchange.string(file, "teamId"),
            merchantKeys: [try P256.KeyAgreement.PrivateKey(pemRepresentation: RecordedExchange.text("apple-in-app/sample/merchant_encryption.key"))])
    }

    @Test("The in-app sample opens and verifies under the profile for old samples, and only there")
    func inApp() throws {
        let envelope = try RecordedExchange.hex("apple-in-app/sample/hpke_envelope.cbor")
        let trust = try RecordedExchange.anchors("apple-in-app/sample/issuer_root.crt")
        let legacy = try verifier(trust, LegacySamplesProfile()).verify(envelope: envelope, for: try inAppSession(), at: try .at("2022-04-01"))
        #expect(RecordedExchange.failures(legacy.report) == [])
        guard case .verified(let verified) = legacy else { Issue.record("refused"); return }
        #expect(legacy.report.profile == "legacy-samples")
        #expect(legacy.report.outcomes(of: .msoDigest) == Array(repeating: .passed, count: 22))
        #expect(verified.documents[0].issuerSigned.count == 22)

        let iso = try verifier(trust).verify(envelope: envelope, for: try inAppSession(), at: try .at("2022-04-01"))
        #expect(RecordedExchange.failures(iso.report) == ["element.issuingCountry", "signer.country"])

        let otherTeam = try verifier(trust).verify(envelope: envelope, for: try inAppSession(teamIdentifier: "OTHER"), at: try .at("2022-04-01"))
        #expect(RecordedExchange.failures(otherTeam.report) == ["response.decryption"])
        let late = try verifier(trust, LegacySamplesProfile()).verify(envelope: envelope, for: try inAppSession(), at: try .at("2023-03-24"))
        #expect(RecordedExchange.failures(late.report) == ["mso.validUntil"])
    }

    @Test("Every published number of the in-app sample is ours: key hash, transcript, its hash, and every word brings its elements")
    func inAppNumbers() throws {
        let file = try RecordedExchange.json("apple-in-app/session-transcript.json")
        let envelope = try InAppEnvelope(RecordedExchange.hex("apple-in-app/sample/hpke_envelope.cbor"))
        let key = try P256.KeyAgreement.PrivateKey(pemRepresentation: RecordedExchange.text("apple-in-app/sample/merchant_encryption.key"))
        let keyHash = InAppEnvelope.keyHash(of: key.publicKey)
        #expect(Hexadecimal.text(keyHash.array) == (try RecordedExchange.string(file, "pkRHashHex")))
        #expect(keyHash.array == envelope.recipientKeyHash.array)
        let transcript = SessionTranscript(
            .appleInApp(
                nonce: ByteSlice(try RecordedExchange.bytes(hex: RecordedExchange.string(file, "nonceHex"))),
                merchantIdentifier: try RecordedExchange.string(file, "merchantId"), teamIdentifier: try RecordedExchange.string(file, "teamId"),
                recipientKeyHash: keyHash))
        #expect(Hexadecimal.text(transcript.encoded) == (try RecordedExchange.string(file, "sessionTranscriptHex")))
        #expect(Hexadecimal.text(transcript.hash) == (try RecordedExchange.string(file, "infoHashHex")))
        #expect(transcript.hash == envelope.infoHash.array)
        let plaintext = try ResponseOpener.open(
            envelope: RecordedExchange.hex("apple-in-app/sample/hpke_envelope.cbor"), for: inAppSession())
        #expect(plaintext == (try RecordedExchange.hex("apple-in-app/sample/plaintext_topics.cbor")))
    }

    @Test("The in-app sample's privileges are read, those of its country too, and its address")
    func inAppValues() throws {
        let trust = try RecordedExchange.anchors("apple-in-app/sample/issuer_root.crt")
        let verdict = try verifier(trust, LegacySamplesProfile()).verify(
            envelope: RecordedExchange.hex("apple-in-app/sample/hpke_envelope.cbor"), for: inAppSession(), at: .at("2022-04-01"))
        guard case .verified(let verified) = verdict else { Issue.record("refused"); return }
        let document = verified.documents[0]
        #expect(document.drivingPrivileges?.map(\.category) == ["A", "B"])
        #expect(document.domesticDrivingPrivileges?.first?.vehicleClass?.code == "C")
        #expect(document.domesticDrivingPrivileges?.first?.restrictions.map(\.description) == ["Corrective Lenses"])
        #expect(document.residentAddress?.city == "Test City" && document.residentAddress?.country == "TS")
        #expect(document.myNumber == nil)
        #expect(document.inference(ofAge: 18, at: try .at("2022-04-01"))?.evidence == .age)
    }

    // MARK: Peers

    /// Verdicts of `SOURCES.md`: no root is at hand, so each is refused, for exactly these reasons.
    static let peers: [(file: String, failures: [String])] = [
        ("longfellow-00", ["signer.path"]),
        ("longfellow-02", ["signer.path"]),
        ("longfellow-04", ["signer.path"]),
        ("longfellow-06", ["signer.path"]),
        ("longfellow-09", ["mso.signed", "signer.extendedKeyUsage", "signer.path"]),
        ("longfellow-10", ["signer.path"]),
        ("longfellow-11", ["mso.signed", "signer.certificate", "signer.validity"]),
        ("longfellow-15", ["mso.signed", "signer.extendedKeyUsage", "signer.path"]),
        ("longfellow-16", ["mso.signed", "signer.extendedKeyUsage", "signer.path"]),
        ("longfellow-17", ["mso.signed", "signer.extendedKeyUsage", "signer.path"]),
        ("longfellow-18", ["mso.signed", "signer.extendedKeyUsage", "signer.path"]),
        ("longfellow-19", ["mso.signed", "signer.extendedKeyUsage", "signer.path"]),
    ]

    @Test("Test-issuer responses are refused for exactly the listed reasons", arguments: peers)
    func peer(_ peer: (file: String, failures: [String])) throws {
        let file = try RecordedExchange.json("peer-mdoc/\(peer.file).json")
        let result = World.replayer(trust: empty).verify(
            deviceResponse: try RecordedExchange.bytes(hex: RecordedExchange.string(file, "deviceResponseHex")),
            transcript: try SessionTranscript(recorded: RecordedExchange.bytes(hex: RecordedExchange.string(file, "sessionTranscriptHex"))),
            at: try .at(RecordedExchange.string(file, "now")))
        #expect(RecordedExchange.failures(result.report) == peer.failures, "\(result.report.failures.map { "\($0.identifier) \($0.reason ?? "")" })")
        #expect(result.report.outcomes(of: .issuerSignature) == [.passed])
        #expect(result.report.outcomes(of: .deviceAuthentication) == [.passed])
    }

    @Test("A self-signed signer without a purpose is refused for these two reasons")
    func selfSignedSigner() throws {
        let file = try RecordedExchange.json("peer-mdoc/auth0-example1-device-response.json")
        let result = World.replayer(trust: empty).verify(
            deviceResponse: try RecordedExchange.bytes(hex: RecordedExchange.string(file, "deviceResponseHex")),
            transcript: try SessionTranscript(recorded: RecordedExchange.bytes(hex: RecordedExchange.string(file, "encodedSessionTranscriptHex"))),
            at: try .at("2026-01-01"))
        #expect(RecordedExchange.failures(result.report) == ["signer.extendedKeyUsage", "signer.path"], "\(result.report.failures)")
        InteropCell.seen("Auth0", InteropCell.refused(for: RecordedExchange.failures(result.report)))
        let trusted = try ParsedCertificate(
            DeviceResponse(RecordedExchange.bytes(hex: RecordedExchange.string(file, "deviceResponseHex"))).documents[0].issuerSigned.issuerAuth.headers.certificateChain[0])
        let anchored = IssuerTrustList([TrustAnchor(trusted, provenance: "itself")])
        let again = World.replayer(trust: anchored).verify(
            deviceResponse: try RecordedExchange.bytes(hex: RecordedExchange.string(file, "deviceResponseHex")),
            transcript: try SessionTranscript(recorded: RecordedExchange.bytes(hex: RecordedExchange.string(file, "encodedSessionTranscriptHex"))),
            at: try .at("2026-01-01"))
        #expect(RecordedExchange.failures(again.report).contains("signer.path"), "a trusted root must not pass as a document signer")
    }

    @Test("A response signed after its signer expired, without a transcript, is refused with the device's proof skipped")
    func withoutTranscript() throws {
        guard let bytes = Data(base64Encoded: try RecordedExchange.text("peer-mdoc/eudi-mdl-device-response.b64").trimmingCharacters(in: .whitespacesAndNewlines)) else {
            Issue.record("not base64")
            return
        }
        let result = World.replayer(trust: empty).verify(deviceResponse: [UInt8](bytes), transcript: nil, at: try .at("2024-12-01"))
        #expect(RecordedExchange.failures(result.report) == ["mso.signed", "signer.path", "signer.validity"])
        InteropCell.seen("EUDI reference", InteropCell.refused(for: RecordedExchange.failures(result.report)))
        #expect(result.report.outcomes(of: .deviceAuthentication) == [.skipped])
        #expect(result.report.outcomes(of: .msoDigest) == Array(repeating: .passed, count: 37))
    }

    @Test("An issued document with untagged dates and no purpose is refused for exactly that")
    func untaggedDates() throws {
        let verification = try IssuedDocumentVerification(trust: empty)
        let result = verification.verify(
            try RecordedExchange.hex("peer-mdoc/sprind-pid-issuer-signed-x5chain-array2.hex"), docType: "eu.europa.ec.eudi.pid.1", at: try .at("2024-07-01"))
        guard case .refused(let report) = result else { Issue.record("verified"); return }
        #expect(RecordedExchange.failures(report) == ["mso.dateForm", "signer.extendedKeyUsage", "signer.path"])
        InteropCell.seen("SPRIND", InteropCell.refused(for: RecordedExchange.failures(report)))
        #expect(report.outcomes(of: .msoDigest) == Array(repeating: .passed, count: 22))
    }

    @Test("An issued test licence verifies to its root, with its oddities as warnings")
    func issuedLicence() throws {
        let file = try RecordedExchange.json("peer-mdoc/cmwallet-mdl-with-device-key.json")
        guard let bytes = Base64URL.decode(try RecordedExchange.string(file, "issuerSigned_b64url").replacingOccurrences(of: "=", with: "")) else {
            Issue.record("not base64url")
            return
        }
        let trust = try RecordedExchange.anchors("peer-mdoc/cmwallet-issuer_cert_mdoc.pem")
        let result = try IssuedDocumentVerification(trust: trust).verify(bytes, docType: .mobileDrivingLicence, at: try .at("2026-09-01"))
        guard case .verified(let document) = result else {
            if case .refused(let report) = result { Issue.record("refused: \(report.failures)") }
            return
        }
        #expect(document.elements.count == 17)
        let privileges = document.elements.first { $0.reference.identifier == "driving_privileges" }.flatMap { DrivingPrivilege.all(in: $0.value) }
        #expect(privileges?.map(\.expiryDate) == [CalendarDate("2028-10-10")], "its dates lack their tag")
        let reasons = document.report.warnings.map { $0.reason ?? "" }
        #expect(reasons.contains("the signer has the name of its issuer"))
        #expect(reasons.contains("the dates are written as fractional seconds"))
        for check in [CheckIdentifier.deviceAuthorization, .deviceAuthentication] { #expect(document.report.outcomes(of: check) == [.skipped]) }
    }
}
