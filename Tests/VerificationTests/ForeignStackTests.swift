import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import VectorSupport

/// Python packages that implement the standards independently: what we issue and present verifies in them, what they
/// issue verifies here, and what they answer to our requests does. `make test` prepares their environment and names its interpreter in `MDOC_PYTHON`.
@Suite("Foreign stack", .serialized, .enabled(if: ForeignStack.isAvailable, "no Python environment with isomdoc and pymdoccbor; `make test` makes one"))
struct ForeignStackTests {
    @Test("What we issue and present verifies in a foreign stack", arguments: ["isomdoc", "pymdoccbor"])
    func ours(_ package: String) throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name", "family_name", "age_over_21", "portrait", "driving_privileges"])
        let sealed = try EncryptedResponse(try #require(try parties.answer(request).sealed))
        let opened = try #require(ResponseOpener.open(sealed, for: session))
        let folder = try ForeignStack.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(opened).write(to: folder.appendingPathComponent("response.cbor"))
        try Data(session.transcript.encoded).write(to: folder.appendingPathComponent("transcript.cbor"))
        try Data(parties.root.identity.certificatePEM.utf8).write(to: folder.appendingPathComponent("root.pem"))
        let arguments = ["--device-response", "response.cbor", "--session-transcript", "transcript.cbor", "--root", "root.pem", "--at", World.now.description]
        let (status, output) = try ForeignStack.run("verify_\(package).py", arguments, in: folder)
        #expect(status == 0, "\(output)")
        let result = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(result["verified"] as? Bool == true)
        let checks = try #require(result["checks"] as? [String])
        #expect(checks.contains("digests") && checks.contains("issuerSignature"))
        #expect(package != "isomdoc" || checks.contains("deviceSignature"))
        let elements = try #require((result["elements"] as? [String: [String: Any]])?["org.iso.18013.5.1"])
        #expect(elements["given_name"] as? String == "Kelly")
        #expect(elements.count == 5)

        // A changed element must not verify there either, or the agreement would mean nothing.
        let altered = AlteredResponse.replacing(Array("Kelly".utf8), with: Array("Kolly".utf8), in: opened)
        try Data(altered).write(to: folder.appendingPathComponent("response.cbor"))
        let alteredStatus = try ForeignStack.run("verify_\(package).py", arguments, in: folder).status
        #expect(alteredStatus == 1)
        InteropCell.seen(package, ("verified", status == 0), ("altered, refused", alteredStatus == 1))
    }

    @Test("Our requests are canonical CBOR to cbor2, and every reader signature verifies in pycose, for its origin only")
    func requests() throws {
        let parties = try World.parties()
        let document = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name", "age_over_21"])
        let (_, request) = try RequestBuilder(
            documents: [document], useCases: [UseCase(isMandatory: true, documentSets: [[0]], purposeHints: [UseCase.isoController: 3])],
            signers: [parties.readerSigner(.wholeRequestAndEachDocument), parties.readerSigner()]
        ).build(for: parties.origin, expiresAt: World.now)
        let folder = try ForeignStack.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try JSONEncoder().encode(request).write(to: folder.appendingPathComponent("request.json"))
        func check(_ origin: String) throws -> (status: Int32, output: [String: Any]) {
            let (status, output) = try ForeignStack.run("check_request.py", ["--request", "request.json", "--origin", origin], in: folder)
            return (status, try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]))
        }
        let (status, output) = try check("https://rentals.example")
        #expect(status == 0)
        let isCanonical = output["canonical"] as? Bool
        #expect(isCanonical == true)
        InteropCell.seen("cbor2", ("the same on both sides", isCanonical == true))
        #expect(output["deviceRequest"] as? [String] == ["deviceRequestInfo", "docRequests", "readerAuthAll", "version"])
        let info = try #require(output["encryptionInfo"] as? [Any])
        #expect(info.count == 2 && info.first as? String == "dcapi" && info.last as? [String] == ["nonce", "recipientPublicKey"])
        let ofWhole = output["readerAuthAll"] as? [Bool]
        #expect(ofWhole == [true, true])
        let ofDocument = output["readerAuth"] as? [Bool]
        #expect(ofDocument == [true])
        let elsewhere = try check("https://rental.example")
        #expect(elsewhere.status == 1)
        let ofWholeElsewhere = elsewhere.output["readerAuthAll"] as? [Bool]
        #expect(ofWholeElsewhere == [false, false])
        let isVerified = ofWhole == [true, true] && ofDocument == [true]
        InteropCell.seen("pycose", ("verified", isVerified), ("for another origin, refused", ofWholeElsewhere == [false, false]))
    }

    @Test("A foreign stack answers our request for its origin, as Annex C has it, and the answer verifies here; one for another origin does not open")
    func answered() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name", "birth_date", "portrait", "driving_privileges", "age_over_21"])
        let folder = try ForeignStack.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try JSONEncoder().encode(request).write(to: folder.appendingPathComponent("request.json"))
        func verdict(_ origin: String) throws -> Verdict {
            let (status, output) = try ForeignStack.run(
                "answer_zk_age_verifier.py",
                ["--request", "request.json", "--origin", origin, "--at", World.now.description, "--out", folder.path], in: folder)
            #expect(status == 0, "\(output)")
            let answer = try JSONDecoder().decode(
                CredentialResponse.self, from: Data(contentsOf: folder.appendingPathComponent("response.json")))
            let trust = IssuerTrustList(try TrustAnchorFolder.load(folder.appendingPathComponent("root.pem").path))
            return World.replayer(trust: trust).verify(answer, for: ClaimedSession(claimed: session), at: World.now)
        }
        let genuine = try verdict("https://rentals.example")
        guard case .verified(let verified) = genuine else {
            Issue.record("refused: \(genuine.report.failures)")
            return
        }
        let names = try JSONDecoder().decode([String: Set<String>].self, from: Data(contentsOf: folder.appendingPathComponent("expected.json")))
        #expect(names["org.iso.18013.5.1"] == ["given_name", "birth_date", "portrait", "driving_privileges", "age_over_21"])
        #expect(Set(verified.documents.flatMap(\.issuerSigned).map(\.reference.identifier.rawValue)) == names["org.iso.18013.5.1"])
        #expect(genuine.report.outcomes(of: .deviceAuthentication) == [.passed])
        let elsewhere = try verdict("https://rental.example").report.outcomes(of: .responseDecryption)
        #expect(elsewhere == [.failed])
        InteropCell.seen("zk-age-verifier", ("verified", genuine.report.failures.isEmpty), ("for another origin, not opened", elsewhere == [.failed]))
    }

    @Test("What a foreign stack issues verifies here, and our wallet presents it", arguments: ["isomdoc", "pymdoccbor"])
    func theirs(_ package: String) throws {
        let folder = try ForeignStack.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (status, output) = try ForeignStack.run("issue_\(package).py", ["--out", folder.path, "--at", World.now.description], in: folder)
        #expect(status == 0, "\(output)")
        func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))) }
        let expected = try #require(try JSONSerialization.jsonObject(with: Data(read("expected.json"))) as? [String: Any])
        let docType = DocType(rawValue: try #require(expected["docType"] as? String))
        let trust = IssuerTrustList(try TrustAnchorFolder.load(folder.appendingPathComponent("root.pem").path))

        let issued = try IssuedDocumentVerification(trust: trust).verify(read("issuer_signed.cbor"), docType: docType, at: World.now)
        guard case .verified(let document) = issued else {
            if case .refused(let report) = issued { Issue.record("refused: \(report.failures)") }
            return
        }
        let names = try #require(expected["elements"] as? [String: [String: Any]])
        #expect(Set(document.elements.map(\.reference.description)) == Set(names.flatMap { nameSpace, members in members.keys.map { "\(nameSpace)/\($0)" } }))

        let key = try SigningKey(pemRepresentation: String(decoding: read("device_key.pem"), as: UTF8.self))
        let held = try HeldDocument(issuerSigned: read("issuer_signed.cbor"), deviceKey: key)
        let transcript = try SessionTranscript(recorded: read("session_transcript.cbor"))
        let released = document.elements.map(\.reference).filter { ["given_name", "family_name", "age_over_21"].contains($0.identifier.rawValue) }
        let response = try DeviceResponseWriter.encode([PresentedDocument(document: held, released: released)], transcript: transcript, readerKey: nil)
        guard case .verified(let verified) = World.replayer(trust: trust).verify(deviceResponse: response, transcript: transcript, at: World.now) else {
            Issue.record("the presentation is refused")
            return
        }
        #expect(verified.documents[0].issuerSigned.count == released.count)
        InteropCell.seen(package, ("verified", verified.documents[0].issuerSigned.count == released.count))
    }

    @Test("The MAC of our device verifies in a foreign stack, with the key of its reader only", arguments: ["cwt", "openvc"])
    func mac(_ package: String) throws {
        let (parties, presented, readerKey, transcript) = try World.macPresentment()
        let response = try DeviceResponseWriter.encode([presented], transcript: transcript, readerKey: readerKey.publicKey)
        let folder = try ForeignStack.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(response).write(to: folder.appendingPathComponent("response.cbor"))
        try Data(transcript.encoded).write(to: folder.appendingPathComponent("transcript.cbor"))
        try Data(parties.root.identity.certificatePEM.utf8).write(to: folder.appendingPathComponent("root.pem"))
        func status(_ key: P256.KeyAgreement.PrivateKey) throws -> Int32 {
            try Data(key.pemRepresentation.utf8).write(to: folder.appendingPathComponent("reader.pem"))
            return try ForeignStack.run(
                "verify_mac.py",
                [
                    "--package", package, "--device-response", "response.cbor", "--session-transcript", "transcript.cbor",
                    "--reader-key", "reader.pem", "--root", "root.pem", "--at", World.now.description,
                ], in: folder
            ).status
        }
        let genuine = try status(readerKey)
        #expect(genuine == 0)
        let otherKey = try status(P256.KeyAgreement.PrivateKey())
        #expect(otherKey == 1)
        InteropCell.seen(
            package == "openvc" ? "openvc-core" : package, ("verified", genuine == 0), ("with another reader's key, refused", otherKey == 1))
    }

    @Test("Our answer to an app opens in pyhpke with the merchant's key, to the very answer, and for its nonce only")
    func appEnvelope() throws {
        let parties = try World.parties()
        let merchantKey = P256.KeyAgreement.PrivateKey()
        let transcript = SessionTranscript(
            .appleInApp(
                nonce: ByteSlice([1, 2, 3, 4]), merchantIdentifier: "example.rentals", teamIdentifier: "TEAM",
                recipientKeyHash: InAppEnvelope.keyHash(of: merchantKey.publicKey)))
        let held = try HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)
        let presented = PresentedDocument(document: held, released: [ElementReference(.mobileDrivingLicence, "given_name")])
        let response = try DeviceResponseWriter.encode([presented], transcript: transcript, readerKey: nil)
        let envelope = try InAppEnvelope.seal(deviceResponse: response, to: merchantKey.publicKey, transcript: transcript)
        let folder = try ForeignStack.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(envelope.encoded).write(to: folder.appendingPathComponent("envelope.cbor"))
        try Data(response).write(to: folder.appendingPathComponent("response.cbor"))
        try Data(merchantKey.pemRepresentation.utf8).write(to: folder.appendingPathComponent("merchant.pem"))
        func status(_ nonce: String) throws -> Int32 {
            try ForeignStack.run(
                "open_app_envelope.py",
                [
                    "--envelope", "envelope.cbor", "--merchant-key", "merchant.pem", "--nonce", nonce, "--merchant-id", "example.rentals",
                    "--team-id", "TEAM", "--expected", "response.cbor",
                ], in: folder
            ).status
        }
        let genuine = try status("01020304")
        #expect(genuine == 0)
        let otherNonce = try status("01020305")
        #expect(otherNonce == 1)
        InteropCell.seen("pyhpke", ("opened", genuine == 0), ("for another nonce, refused", otherNonce == 1))
    }
}

/// Runs the scripts of the foreign stack.
enum ForeignStack {
    static let interpreter = ProcessInfo.processInfo.environment["MDOC_PYTHON"].flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }

    static var isAvailable: Bool { interpreter != nil }

    struct Absent: Error {}

    static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("foreign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    static func run(_ script: String, _ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
        guard let interpreter else { throw Absent() }
        let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Interop")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: interpreter)
        process.arguments = [scripts.appendingPathComponent(script).path] + arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.runBounded()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
