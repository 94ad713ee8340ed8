import CBOR
import Crypto
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@testable import VerificationSessions
@testable import VerifierService

@Suite("What must not leak")
struct PrivacyTests {
    /// What the store's files hold, byte for byte.
    private static func files(of world: ServiceWorld) throws -> [(String, Data)] {
        try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter { $0.hasPrefix("sessions.sqlite") }.map {
            ($0, try Data(contentsOf: URL(fileURLWithPath: world.folder.path + "/" + $0)))
        }
    }

    /// Records an issue for each place in which a canary is found in any form.
    private static func check(_ told: [(place: String, bytes: Data)], for values: [String: [UInt8]] = CanaryContent.values) {
        for (name, value) in values {
            for form in CanaryContent.forms(of: value) {
                for (place, bytes) in told where bytes.range(of: form) != nil { Issue.record("\(name) is in \(place)") }
            }
        }
    }

    private static func canaryWorld() async throws -> ServiceWorld {
        try await ServiceWorld(
            extra: [
                "VERIFIER_POLICY_RENTAL_GOALS": (CanaryContent.goals + ["name"]).joined(separator: ","), "VERIFIER_PRODUCTION": "false",
                "VERIFIER_WEBHOOK_URL": "http://127.0.0.1:9/hook", "VERIFIER_WEBHOOK_SECRET": String(repeating: "c", count: 43),
            ], content: CanaryContent.licence)
    }

    /// What a service still tells and holds while a result grows old, of two sessions that are settled.
    private static func told(
        afterResultOf session: String, in world: ServiceWorld, _ client: ServiceClient
    ) async throws -> [(place: String, bytes: Data)] {
        var told: [(place: String, bytes: Data)] = []
        func tell(_ place: String, _ answer: ServiceClient.Answer) { told.append((place, answer.body + Data("\(answer.headers)".utf8))) }
        for seconds: Int64 in [0, 61, 3600, 90_000] {
            world.clock.advance(bySeconds: seconds)
            _ = try await world.application.flow.sweep()
            told += try files(of: world).map { ("\($0.0) after \(seconds) s", $0.1) }
        }
        tell("the reply after the erasure", try await client.backend(.get, "/v1/sessions/\(session)/result"))
        tell("the metrics", try await client.backend(.get, "/metrics"))
        let records = try await world.application.flow.store.auditRecords(after: 0, limit: 10)
        #expect(records.count == 2)
        for record in records { told.append(("an audit record", Data(record.content))) }
        let webhooks = try await world.application.flow.store.leaseWebhooks(at: world.clock.now, leaseUntil: world.clock.now, limit: 10)
        #expect(webhooks.count == 2)
        for webhook in webhooks { told.append(("a webhook", Data(webhook.body))) }
        told.append(("the log", Data(world.log.text.utf8)))
        return told
    }

    @Test("the forms of a canary are found wherever it stands", arguments: 0..<4)
    func forms(lead: Int) {
        let value = Array("zq-canary-of-some-length".utf8)
        let around = Data(repeating: 0x41, count: lead) + Data(value) + Data(repeating: 0x42, count: 7)
        for text in [around, Data(around.base64EncodedString().utf8), Data(Hexadecimal.text(Array(around)).uppercased().utf8)] {
            #expect(CanaryContent.forms(of: value).contains { text.range(of: $0) != nil })
        }
    }

    @Test("over a full run no element's value is anywhere but in the result: not in the log, the metrics, the page's replies, problems, events, the report, webhooks, audit records or the store's files")
    func canary() async throws {
        let world = try await Self.canaryWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            var told: [(place: String, bytes: Data)] = [("the request", handedOut.body)]
            func tell(_ place: String, _ answer: ServiceClient.Answer) { told.append((place, answer.body + Data("\(answer.headers)".utf8))) }
            tell("the reply to another browser's answer", try await client.page("response", of: session, answer))
            tell("the reply to the answer", try await client.page("response", of: session, answer, cookie: handedOut.cookie))
            tell("the reply to the second answer", try await client.page("response", of: session, answer, cookie: handedOut.cookie))
            // The same answer in another session: decrypted by nobody, and refused.
            let other = try await client.start()
            let otherRequest = try await client.page("request", of: other)
            tell("the reply to a foreign answer", try await client.page("response", of: other, answer, cookie: otherRequest.cookie))
            tell("the refused session's report", try await client.backend(.get, "/v1/sessions/\(other)/report"))
            for path in ["", "/report", "/events"] { tell("session" + path, try await client.backend(.get, "/v1/sessions/\(session)\(path)")) }
            told += try Self.files(of: world)

            // The canaries are values that can be found at all.
            let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
            #expect(try result.member("satisfied") as? Bool == true)
            for (name, value) in CanaryContent.values {
                #expect(CanaryContent.forms(of: value).contains { result.body.range(of: $0) != nil }, "\(name)")
            }

            told += try await Self.told(afterResultOf: session, in: world, client)
            #expect(told.count >= 20)
            Self.check(told)
        }
    }

    @Test("a My Number that an app's answer brings is in the result alone as well")
    func myNumber() async throws {
        let (key, number) = (P256.KeyAgreement.PrivateKey(), "704819536276")
        let (card, goal): (DocType, String) = ("org.iso.23220.1.jp.mnc", "org.iso.23220.1.jp/individual_number_unicode")
        let world = try await ServiceWorld(
            extra: [
                "VERIFIER_PRODUCTION": "false", "VERIFIER_WEBHOOK_URL": "http://127.0.0.1:9/hook",
                "VERIFIER_WEBHOOK_SECRET": String(repeating: "c", count: 43), "VERIFIER_POLICIES": "rental,over-21,tax",
                "VERIFIER_POLICY_TAX_DOCTYPE": card.rawValue, "VERIFIER_POLICY_TAX_GOALS": goal, "VERIFIER_POLICY_TAX_LEGAL_BASIS": goal,
                "VERIFIER_POLICY_TAX_RETENTION_SECONDS": "3600", "VERIFIER_IN_APP_KEYS": "a",
                "VERIFIER_IN_APP_A_KEY_FILE": "a.key", "VERIFIER_IN_APP_MERCHANT": "m.example", "VERIFIER_IN_APP_TEAM": "t",
            ], files: ["a.key": key.pemRepresentation])
        var response = ForgedResponse(world.parties)
        (response.docType, response.signedDocType) = (card, card)
        response.items = [ForgedResponse.Item(0, "individual_number_unicode", .text(number))]
        response.items[0].nameSpace = "org.iso.23220.1.jp"
        try await world.run { [response] client in
            let question = #"{"policy":"tax","inApp":true}"#
            let started = try await client.backend(.post, "/v1/sessions", question)
            let (session, other) = (try started.text("id"), try await client.start(question))
            let nonce = try #require(try started.member("inApp") as? [String: Any])["nonce"] as? String
            let envelope = try response.envelope(
                nonce: #require(Base64URL.decode(nonce ?? "")), merchantIdentifier: "m.example", teamIdentifier: "t", merchantKey: key.publicKey)
            let body = #"{"encryptedData":"\#(Data(envelope).base64EncodedString())"}"#
            var told: [(place: String, bytes: Data)] = []
            func tell(_ place: String, _ answer: ServiceClient.Answer) { told.append((place, answer.body + Data("\(answer.headers)".utf8))) }
            tell("the reply to a foreign envelope", try await client.backend(.post, "/v1/sessions/\(other)/envelope", body))
            tell("the refused session's report", try await client.backend(.get, "/v1/sessions/\(other)/report"))
            tell("the reply to the envelope", try await client.backend(.post, "/v1/sessions/\(session)/envelope", body))
            tell("the reply to the second envelope", try await client.backend(.post, "/v1/sessions/\(session)/envelope", body))
            for path in ["", "/report", "/events"] { tell("session" + path, try await client.backend(.get, "/v1/sessions/\(session)\(path)")) }
            told += try Self.files(of: world)
            let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
            #expect(try result.member("satisfied") as? Bool == true)
            #expect(result.text.contains(number))
            told += try await Self.told(afterResultOf: session, in: world, client)
            Self.check(told, for: ["the My Number": Array(number.utf8)])
        }
    }

    @Test("an answer whose outcome could not be written leaves nothing of it either")
    func interruptedCanary() async throws {
        let world = try await Self.canaryWorld()
        world.store.fail(settle: Array(repeating: .unavailable, count: 1000))
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let reply = try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            #expect(try reply.text("code") == "session.interrupted")
            Self.check(try Self.files(of: world) + [("the reply", reply.body), ("the log", Data(world.log.text.utf8))])
        }
    }

    @Test("the page, the log and the store's file never hold the recipient key, and after the answer the store holds no secret at all")
    func recipientKey() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let (database, flow) = (world.folder.path + "/sessions.sqlite", world.application.flow)
            // What the sealed secret holds is what is looked for.
            let sealed = try #require(try Self.waiting("secret", of: session, in: database))
            let request = try #require(try Self.waiting("request", of: session, in: database))
            let record = try await flow.session(SessionIdentifier(rawValue: session)).record
            let secret = try world.configuration.sealing.open(Array(sealed), purpose: .secret, session: record.secretContext())
            let key = Array(try PendingSession(cbor: secret, request: Array(request)).recipientKey.rawRepresentation)
            #expect(Data(secret).range(of: Data(key)) != nil)

            var told: [(place: String, bytes: Data)] = [("the request", handedOut.body + Data("\(handedOut.headers)".utf8))]
            told += try Self.files(of: world).map { ("\($0.0) before the answer", $0.1) }
            let reply = try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            told.append(("the reply to the answer", reply.body + Data("\(reply.headers)".utf8)))
            for path in ["", "/report", "/result"] {
                told.append(("session" + path, try await client.backend(.get, "/v1/sessions/\(session)\(path)").body))
            }
            told += try Self.files(of: world).map { ("\($0.0) after the answer", $0.1) }
            told.append(("the log", Data(world.log.text.utf8)))
            Self.check(told, for: ["the recipient key": key])
            #expect(try Self.waiting("secret", of: session, in: database) == nil)
            for (place, bytes) in told where bytes.range(of: Data("PRIVATE KEY".utf8)) != nil { Issue.record("a private key is in \(place)") }
        }
    }

    /// What the store keeps of a session that waits for its answer.
    private static func waiting(_ column: String, of session: String, in database: String) throws -> Data? {
        try DatabaseQueue(path: database).read {
            try Data.fetchOne(
                $0, sql: "SELECT waiting.\(column) FROM waiting JOIN session ON waiting.session = session.number WHERE id = ?", arguments: [session])
        }
    }

    @Test("what is sent is not repeated: neither in a problem nor in the log")
    func noEcho() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let marker = "canary-\(SampleValues.familyName)"
            var answers: [ServiceClient.Answer] = []
            answers.append(try await client.backend(.post, "/v1/sessions", #"{"policy":"\#(marker)"}"#))
            answers.append(try await client.backend(.post, "/v1/sessions", #"{"policy":["\#(marker)"#))
            answers.append(try await client.send(.get, "/\(marker)"))
            answers.append(try await client.send(.get, "/v1/sessions/\(marker)?q=\(marker)", headers: [.authorization: "Bearer \(marker)"]))
            answers.append(try await client.page("response", of: marker, Data(#"{"protocol":"\#(marker)"}"#.utf8), cookie: marker))
            for answer in answers {
                #expect(answer.status >= 400)
                #expect(!answer.text.contains(marker))
            }
            #expect(!world.log.text.contains(marker))
        }
    }

    private struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    @Test("what nobody expected is told in a sentence of ours, and the log has no more of it than its type")
    func unexpectedErrors() async throws {
        let marker = "canary-\(SampleValues.familyName)"
        let log = CapturedLog()
        let router = Router(context: VerifierService.ServiceContext.self)
        router.add(middleware: EdgeMiddleware(measures: ServiceMeasures(factory: PrometheusMetrics())))
        router.get("fails") { _, _ -> Response in throw Unexpected(description: marker) }
        try await Application(responder: router.buildResponder(), logger: log.logger).test(.router) { client in
            let answer = try await ServiceClient(client).exchange(.get, "/fails", [:], nil)
            #expect(answer.status == 500)
            #expect(try answer.text("code") == "server.internal")
            #expect(!answer.text.contains(marker))
        }
        #expect(log.text.contains("Unexpected") && !log.text.contains(marker))
    }
}
