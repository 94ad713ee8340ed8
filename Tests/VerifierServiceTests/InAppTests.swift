import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import Testing
import VectorSupport
import X509

@testable import VerifierService

@Suite("Apps over HTTP")
struct InAppTests {
    private static let vectors = "apple-in-app/sample/"

    private func vector(_ path: String) throws -> String {
        try String(contentsOf: #require(Vectors.folder).appendingPathComponent("apple-in-app/" + path), encoding: .utf8)
    }

    /// A service that the published sample was made for: its key, its issuer, its nonce, its day.
    private func sampleWorld() async throws -> ServiceWorld {
        let parameters = try #require(JSONSerialization.jsonObject(with: Data(vector("session-transcript.json").utf8)) as? [String: Any])
        let folder = try #require(Vectors.folder).appendingPathComponent(Self.vectors)
        let root = try #require(try TrustAnchorFolder.load(folder.appendingPathComponent("issuer_root.crt").path).first).certificate
        return try await ServiceWorld(
            extra: [
                "VERIFIER_PRODUCTION": "false", "VERIFIER_PROFILE": "legacy-samples", "VERIFIER_IN_APP_KEYS": "sample",
                "VERIFIER_IN_APP_SAMPLE_KEY_FILE": "merchant.key", "VERIFIER_IN_APP_MERCHANT": #require(parameters["merchantId"] as? String),
                "VERIFIER_IN_APP_TEAM": #require(parameters["teamId"] as? String),
            ], files: ["merchant.key": vector("sample/merchant_encryption.key")], now: try #require(Instant("2022-04-01T00:00:00Z")), roots: [root],
            nonce: #require(Hexadecimal.bytes(#require(parameters["nonceHex"] as? String))))
    }

    /// A service that apps can name.
    private func merchantWorld() async throws -> ServiceWorld {
        try await ServiceWorld(
            extra: [
                "VERIFIER_IN_APP_KEYS": "a", "VERIFIER_IN_APP_A_KEY_FILE": "a.key", "VERIFIER_IN_APP_MERCHANT": "m.example", "VERIFIER_IN_APP_TEAM": "t",
            ], files: ["a.key": P256.KeyAgreement.PrivateKey().pemRepresentation])
    }

    private func envelope() throws -> [UInt8] {
        try #require(Hexadecimal.bytes(vector("sample/hpke_envelope.cbor").filter { !$0.isWhitespace }))
    }

    @Test(
        "The published sample verifies through the service: key, transcript, 22 digests, both signatures, the chain",
        .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
    func sample() async throws {
        let (world, envelope) = (try await sampleWorld(), try envelope())
        try await world.run { client in
            let started = try await client.backend(.post, "/v1/sessions", #"{"policy":"rental","inApp":true}"#)
            #expect(started.status == 201)
            #expect(try started.text("status") == "requested")
            let inApp = try #require(try started.member("inApp") as? [String: Any])
            #expect(inApp["merchantIdentifier"] as? String == "PassKit_Identity_Test_Merchant_ID")
            let session = try started.text("id")
            let body = #"{"encryptedData":"\#(Data(envelope).base64EncodedString())"}"#
            let settled = try await client.backend(.post, "/v1/sessions/\(session)/envelope", body)
            #expect(settled.status == 200)
            #expect(try settled.text("status") == "verified")

            let report = try await client.backend(.get, "/v1/sessions/\(session)/report")
            let checks = try #require(try report.member("checks") as? [[String: Any]])
            func passed(_ name: String) -> Int { checks.count { $0["id"] as? String == name && $0["outcome"] as? String == "passed" } }
            #expect(passed("mso.digest") == 22)
            for check in ["response.decryption", "signer.path", "issuerAuth.signature", "device.authentication", "session.expiry"] {
                #expect(passed(check) == 1, "\(check)")
            }
            let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
            #expect(result.text.contains(#""Jane""#) && !result.text.contains("Test Street"), "only what was asked is handed on")
            let again = try await client.backend(.post, "/v1/sessions/\(session)/envelope", body)
            #expect(again.status == 409)
            #expect(try again.text("code") == "session.used")
        }
    }

    @Test("A service without a merchant starts no session for an app, and takes no envelope of a browser's session")
    func withoutMerchant() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let refused = try await client.backend(.post, "/v1/sessions", #"{"policy":"rental","inApp":true}"#)
            #expect(refused.status == 422)
            #expect(try refused.text("code") == "session.noMerchant")
            let session = try await client.start()
            let envelope = try await client.backend(.post, "/v1/sessions/\(session)/envelope", #"{"encryptedData":"AA=="}"#)
            #expect(envelope.status == 409)
            #expect(try envelope.text("code") == "session.notInApp")
            for body in [#"{"encryptedData":"*"}"#, "{}", "[]"] {
                #expect(try await client.backend(.post, "/v1/sessions/\(session)/envelope", body).status == 400)
            }
            let unknown = try await client.backend(.post, "/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA/envelope", #"{"encryptedData":"AA=="}"#)
            #expect(unknown.status == 404)
        }
    }

    @Test("What came of an envelope is told as it was written, without another look at the store, which might fail")
    func told() async throws {
        let world = try await merchantWorld()
        try await world.run { client in
            let session = try await client.start(#"{"policy":"rental","inApp":true,"reference":"order-1"}"#)
            let reads = world.store.reads
            let told = try await client.backend(.post, "/v1/sessions/\(session)/envelope", #"{"encryptedData":"AA=="}"#)
            #expect(told.status == 200)
            #expect(try told.text("status") == "refused")
            #expect(world.store.reads == reads)
            #expect(try await client.backend(.get, "/v1/sessions/\(session)").body == told.body)
        }
    }

    @Test("A page that is given an app's session gets no request, and is told that an app has it")
    func pageOfApp() async throws {
        let world = try await merchantWorld()
        try await world.run { client in
            let session = try await client.start(#"{"policy":"rental","inApp":true}"#)
            let refused = try await client.page("request", of: session)
            #expect(try refused.status == 409 && refused.text("code") == "session.bound" && refused.text("detail").contains("to an app"))
            #expect(try await client.status(session) == "requested")
        }
    }

    @Test("Only the backend may post an envelope")
    func credential() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let answer = try await client.send(.post, "/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA/envelope", Data(#"{"encryptedData":"AA=="}"#.utf8))
            #expect(answer.status == 401)
        }
    }

    /// A merchant's certificate in PEM.
    private static func certificate(of key: P256.Signing.PublicKey, merchant: String, team: String) throws -> String {
        let authority = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Registrar"), notBefore: ServiceWorld.start)
        var generator = SystemRandomNumberGenerator()
        let certificate = try authority.certify(
            MerchantEncryption(
                name: AuthorityName(country: "UT", commonName: merchant), publicKey: Certificate.PublicKey(key), merchantIdentifier: merchant,
                teamIdentifier: team, crlDistributionPoint: "https://registrar.example/crl"), notBefore: ServiceWorld.start, using: &generator)
        return "-----BEGIN CERTIFICATE-----\n\(Data(certificate).base64EncodedString())\n-----END CERTIFICATE-----\n"
    }

    @Test("A key's certificate has to be of that key, merchant and team", arguments: [
        ("m.example", "t", true, []), ("m.example", "t", false, ["in-app.a.certificate-file"]), ("other.example", "t", true, ["in-app.a.certificate-file"]),
        ("m.example", "other", true, ["in-app.a.certificate-file"]),
    ])
    func certificate(merchant: String, team: String, ofKey: Bool, mistakes: [String]) async throws {
        let key = P256.Signing.PrivateKey()
        let pem = try Self.certificate(of: ofKey ? key.publicKey : P256.Signing.PrivateKey().publicKey, merchant: merchant, team: team)
        var found: [String] = []
        do {
            _ = try await ServiceWorld(
                extra: [
                    "VERIFIER_IN_APP_KEYS": "a", "VERIFIER_IN_APP_A_KEY_FILE": "a.key", "VERIFIER_IN_APP_A_CERTIFICATE_FILE": "a.pem",
                    "VERIFIER_IN_APP_MERCHANT": "m.example", "VERIFIER_IN_APP_TEAM": "t",
                ], files: ["a.key": key.pemRepresentation, "a.pem": pem])
        } catch let error as ConfigurationMistakes { found = error.mistakes.map(\.key) }
        #expect(found == mistakes)
    }

    @Test("Half a merchant is a mistake of the configuration", arguments: [
        (["VERIFIER_IN_APP_MERCHANT": "m"], ["in-app.keys", "in-app.team"]), (["VERIFIER_IN_APP_KEYS": "a", "VERIFIER_IN_APP_MERCHANT": "m", "VERIFIER_IN_APP_TEAM": "t"], ["in-app.a.key-file"]),
    ] as [([String: String], [String])])
    func configuration(extra: [String: String], keys: [String]) async throws {
        do {
            _ = try await ServiceWorld(extra: extra)
            Issue.record("no mistake was found")
        } catch let error as ConfigurationMistakes {
            #expect(error.mistakes.map(\.key).sorted() == keys)
        }
    }
}
