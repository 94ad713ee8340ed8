import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@testable import RelyingParty

@Suite("Sessions")
struct SessionTests {
    @Test("A session answers once: the second claim gets nothing")
    func once() async throws {
        let parties = try World.parties()
        let store = InMemorySessionStore()
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let id = SessionIdentifier.random(using: &generator)
        await store.insert(try parties.request(["given_name"]).session, id: id)
        let first = await store.claim(id, at: World.now) != nil
        #expect(first)
        let second = await store.claim(id, at: World.now) != nil
        #expect(!second)
    }

    @Test("Of 200 concurrent claims exactly one wins")
    func race() async throws {
        let parties = try World.parties()
        let store = InMemorySessionStore()
        let id = SessionIdentifier(rawValue: "contested")
        await store.insert(try parties.request(["given_name"]).session, id: id)
        let wins = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { await store.claim(id, at: World.now) != nil } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wins == 1)
    }

    @Test("An expired session is not given out, and is gone")
    func expiry() async throws {
        let parties = try World.parties()
        let store = InMemorySessionStore()
        let id = SessionIdentifier(rawValue: "late")
        await store.insert(try parties.request(["given_name"]).session, id: id)
        let late = await store.claim(id, at: World.now.advanced(bySeconds: 601)) != nil
        #expect(!late)
        let again = await store.claim(id, at: World.now) != nil
        #expect(!again)
        await store.insert(try parties.request(["given_name"]).session, id: id)
        #expect(await store.removeExpired(at: World.now.advanced(bySeconds: 601)) == 1)
    }

    @Test("An answer that comes too late is refused before it is opened")
    func lateAnswer() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let result = Verifier(trust: try parties.issuerTrust()).verify(
            try parties.answer(request), for: ClaimedSession(claimed: session), at: World.now.advanced(bySeconds: 601))
        #expect(RecordedExchange.failures(result.report) == ["session.expiry"])
        #expect(result.report.outcomes(of: .responseDecryption).isEmpty)
    }

    @Test("The answer to one session is not the answer to another, of the same site or of another")
    func otherSession() throws {
        let parties = try World.parties()
        let (_, request) = try parties.request(["given_name"])
        let answer = try parties.answer(request)
        let later = try parties.request(["given_name"]).session
        let replayed = Verifier(trust: try parties.issuerTrust()).verify(answer, for: ClaimedSession(claimed: later), at: World.now)
        #expect(RecordedExchange.failures(replayed.report) == ["response.decryption"])
    }

    @Test("Wrong origin, nonce or key: none of them opens", arguments: ["origin", "port", "nonce", "key"])
    func wrongPart(_ part: String) throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let answer = try parties.answer(request)
        let other = try parties.request(["given_name"]).session
        let changed = PendingSession(
            origin: try Origin(part == "origin" ? "https://rental.example" : part == "port" ? "https://rentals.example:8443" : "https://rentals.example"),
            encryptionInfo: part == "nonce" ? other.encryptionInfo : session.encryptionInfo, deviceRequest: session.deviceRequest,
            recipientKey: part == "key" ? other.recipientKey : session.recipientKey, expiresAt: session.expiresAt)
        let result = Verifier(trust: try parties.issuerTrust()).verify(answer, for: ClaimedSession(claimed: changed), at: World.now)
        #expect(RecordedExchange.failures(result.report) == ["response.decryption"])
    }

    @Test("A million nonces are all different")
    func nonces() async {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        var seen: Set<[UInt8]> = []
        for number in 0..<1_000_000 {
            seen.insert(RequestBuilder.nonce(using: &generator))
            // Other tests wait for this thread.
            if number.isMultiple(of: 1000) { await Task.yield() }
        }
        #expect(seen.count == 1_000_000)
        #expect(seen.allSatisfy { $0.count == 16 })
    }

    @Test("A session survives storage; a JWK key is read too; what is wrong is named")
    func storage() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let stored = try JSONDecoder().decode(PendingSession.self, from: JSONEncoder().encode(session))
        #expect(stored.origin == session.origin)
        #expect(stored.recipientKey.rawRepresentation == session.recipientKey.rawRepresentation)
        #expect(stored.expiresAt == session.expiresAt)
        guard case .verified = Verifier(trust: try parties.issuerTrust()).verify(
            try parties.answer(request), for: ClaimedSession(claimed: stored), at: World.now)
        else { Issue.record("refused"); return }

        let jwk = """
            {"origin":"https://a.example/","encryptionInfo":"x","recipientPrivateKey":{"kty":"EC","crv":"P-256","d":"\(Base64URL.encode(session.recipientKey.rawRepresentation))"}}
            """
        #expect(try JSONDecoder().decode(PendingSession.self, from: Data(jwk.utf8)).origin.serialized == "https://a.example")
        for (broken, word) in [("https://a.example/", "ftp://a"), ("P-256", "P-384"), ("EC", "RSA")] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(PendingSession.self, from: Data(jwk.replacingOccurrences(of: broken, with: word).utf8))
            }
        }
    }

    private static func built(_ session: PendingSession, _ request: PresentationRequest) -> BuiltRequest {
        BuiltRequest(
            request, origin: session.origin, recipient: RecipientKey(session.recipientKey), expiresAt: session.expiresAt, transcript: session.transcript)
    }

    @Test("A session survives a server's storage, and no part of that can be missing or changed for another's")
    func serverStorage() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let sent = request.json
        let encoded = Self.built(session, request).storedSession(for: sent)
        #expect(encoded.count < 256, "the request stands beside it, and not in it once more")
        let stored = try PendingSession(cbor: encoded, request: sent)
        #expect(stored.origin == session.origin && stored.expiresAt == session.expiresAt && stored.transcript == session.transcript)
        #expect(stored.encryptionInfo == session.encryptionInfo && stored.deviceRequest == session.deviceRequest)
        #expect(stored.recipientKey.rawRepresentation == session.recipientKey.rawRepresentation)
        guard case .verified = Verifier(trust: try parties.issuerTrust()).verify(
            try parties.answer(request), for: ClaimedSession(claimed: stored), at: World.now)
        else { Issue.record("refused"); return }

        let endless = BuiltRequest(
            request, origin: session.origin, recipient: RecipientKey(session.recipientKey), expiresAt: nil, transcript: session.transcript)
        #expect(try PendingSession(cbor: endless.storedSession(for: sent), request: sent).expiresAt == nil)

        for length in 0..<encoded.count {
            #expect(throws: (any Error).self) { try PendingSession(cbor: Array(encoded[..<length]), request: sent) }
        }
        #expect(throws: (any Error).self) { try PendingSession(cbor: encoded + [0], request: sent) }
        let (other, another) = try parties.request(["given_name"])
        let others: [[UInt8]] = [[], Array(sent.dropLast()), sent + [0x20], another.json]
        for changed in others {
            #expect(throws: CBORError.self, "another request") { try PendingSession(cbor: encoded, request: changed) }
        }
        #expect(throws: CBORError.self, "no request at all") { try PendingSession(cbor: Self.built(session, request).storedSession(for: [1]), request: [1]) }
        // A public key that is not the private key's.
        let (mine, foreign) = (session.recipientKey.x963Representation, other.recipientKey.x963Representation)
        let place = try #require(Data(encoded).range(of: mine)).lowerBound
        var mixed = encoded
        mixed.replaceSubrange(place..<place + 65, with: foreign.prefix(65))
        #expect(throws: (any Error).self) { try PendingSession(cbor: mixed, request: sent) }
    }

    @Test(
        "An answer is read as a decoder reads it, whatever stands beside it",
        arguments: [
            #"{"protocol":"org-iso-mdoc","data":{"response":"cGFnZQ"}}"#, #"{"response":"cGFnZQ"}"#,
            #" { "id" : "", "type":"digital", "data" : { "x":[1,null], "response" : "cGFnZQ" } , "protocol":"other" } "#,
            #"{"protocol":"a\u0062","data":{"response":"cGFn\u005aQ"}}"#, #"{"response":"not base64"}"#, #"{"response":""}"#,
        ])
    func readAnswer(_ text: String) throws {
        let read = try #require(CredentialResponse(json: Array(text.utf8)))
        #expect(try read == JSONDecoder().decode(CredentialResponse.self, from: Data(text.utf8)))
    }

    @Test(
        "What is no answer is not read as one",
        arguments: [
            "", "{}", "[]", "null", #"{"response":1}"#, #"{"response":"cGFnZQ""#, #"{"response":"cGFnZQ"}x"#, #"{"data":{"response":"cGFnZQ"}}"#,
            #"{"protocol":"org-iso-mdoc","data":{}}"#, #"{"protocol":1,"data":{"response":"cGFnZQ"}}"#, #"{"protocol":"org-iso-mdoc","data":"cGFnZQ"}"#,
            #"{"response":"cGFnZQ","response":"cGFnZQ"}"#, #"{"protocol":"a","protocol":"b","data":{"response":"cGFnZQ"}}"#,
            #"{"protocol":"a","data":{"response":"cGFnZQ","response":"cGFnZQ"}}"#, #"{"protocol":"a","data":{"response":"cGFnZQ"},"data":{"response":"cGFnZQ"}}"#,
        ])
    func noAnswer(_ text: String) { #expect(CredentialResponse(json: Array(text.utf8)) == nil) }

    @Test("Sessions and keys print without their secrets")
    func redaction() throws {
        let session = try World.parties().request(["given_name"]).session
        var text = String(describing: session) + String(reflecting: session)
        dump(session, to: &text)
        #expect(!text.contains(session.recipientKey.pemRepresentation))
        #expect(!text.contains(session.encryptionInfo))
    }

    @Test("An answer prints neither its bytes nor the page's own words")
    func answerRedaction() throws {
        let answer = CredentialResponse(protocolName: "page\nwords", response: "cGFnZQ")
        var text = String(describing: answer) + String(reflecting: answer)
        dump(answer, to: &text)
        #expect(!text.contains("words") && !text.contains("cGFnZQ") && !text.contains("112"))
        #expect(String(describing: CredentialResponse(response: "!")).contains("base64url"))
        #expect(throws: (any Error).self) { try JSONEncoder().encode(CredentialResponse(response: "!")) }
    }

    @Test("Malformed answers are refused at the door", arguments: [
        ("", "response.encoding"), ("not base64!", "response.encoding"), ("AAAA=", "response.encoding"), ("oA", "response.encoding"),
        (Base64URL.encode([0x82, 0x65] + Array("dcapi".utf8) + [0xa0]), "response.encoding"),
    ])
    func malformed(_ text: String, _ check: String) throws {
        let parties = try World.parties()
        let session = try parties.request(["given_name"]).session
        let result = Verifier(trust: try parties.issuerTrust()).verify(
            CredentialResponse(response: text), for: ClaimedSession(claimed: session), at: World.now)
        #expect(RecordedExchange.failures(result.report) == [check])
    }

    @Test("Another protocol's answer is refused")
    func otherProtocol() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let answer = CredentialResponse(
            protocolName: "openid4vp-v1-unsigned", sealed: try #require(try parties.answer(request).sealed))
        let result = Verifier(trust: try parties.issuerTrust()).verify(answer, for: ClaimedSession(claimed: session), at: World.now)
        #expect(RecordedExchange.failures(result.report) == ["response.encoding"])
    }
}
