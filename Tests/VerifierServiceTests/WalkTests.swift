import CBOR
import DocumentTrust
import Foundation
import HTTPTypes
import Hummingbird
import IssuingAuthority
import MobileDocument
import RelyingParty
import Testing

@testable import VerifierService

@Suite("The walk of a session over HTTP")
struct WalkTests {
    @Test("start, request, answer, result: the website's server gets the elements, the page learns only that the answer was received")
    func wholeWalk() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            #expect(handedOut.status == 200)
            let received = try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            #expect(received.text == #"{"status":"received"}"#)

            let settled = try await client.backend(.get, "/v1/sessions/\(session)?wait=5")
            #expect(try settled.text("status") == "verified")
            #expect(try settled.text("reference") == "order-1")
            let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
            #expect(try result.member("satisfied") as? Bool == true)
            #expect(result.text.contains(SampleValues.familyName))
            let report = try await client.backend(.get, "/v1/sessions/\(session)/report")
            let questions = try #require(try report.member("questions") as? [[String: Any]])
            #expect(questions.map { $0["isGood"] as? String } == ["yes", "yes", "yes", "yes"])
        }
    }

    @Test("the cookie that binds the browser is for this host alone, unreadable by scripts, and sent to this site only")
    func cookie() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let cookie = try #require(handedOut.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-verification-\(session.prefix(12))="))
            for attribute in ["Path=/", "Secure", "HttpOnly", "SameSite=Strict", "Max-Age=600"] {
                #expect(cookie.split(separator: ";").contains { $0.trimmingCharacters(in: .whitespaces) == attribute }, "\(attribute)")
            }
            #expect(!cookie.lowercased().contains("domain="))
        }
    }

    @Test("three readers that are configured sign each request in their order, each for wallets that trust its own authority")
    func threeReaders() async throws {
        let begin = ServiceWorld.start.advanced(byDays: -1)
        var variables = ["VERIFIER_READERS": "main,second,third"]
        var files: [String: String] = [:]
        var authorities: [ReaderAuthority] = []
        for name in ["second", "third"] {
            let authority = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "\(name) Reader CA"), notBefore: begin)
            let reader = try authority.issueReaderCertificate(name: AuthorityName(country: "UT", commonName: "rentals.example"), notBefore: begin)
            variables["VERIFIER_READER_\(name.uppercased())_CERTIFICATE_FILE"] = "\(name).pem"
            variables["VERIFIER_READER_\(name.uppercased())_KEY_FILE"] = "\(name)-key.pem"
            files["\(name).pem"] = reader.certificatePEM
            files["\(name)-key.pem"] = reader.privateKeyPEM
            authorities.append(authority)
        }
        let world = try await ServiceWorld(extra: variables, files: files)
        var trusts = [try world.parties.readerTrust()]
        for authority in authorities {
            let root = try ParsedCertificate(ByteSlice(authority.identity.derEncoded))
            trusts.append(ReaderTrustList([TrustAnchor(root, provenance: "test")]))
        }
        try await world.run { [trusts] client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let request = try JSONDecoder().decode(PresentationRequest.self, from: handedOut.body)
            let device = try DeviceRequest(try #require(Base64URL.decode(request.data.deviceRequest)))
            let origin = try Origin("https://rentals.example")
            let transcript = SessionTranscript(.annexC(encryptionInfo: request.data.encryptionInfo, origin: origin))
            for (index, trust) in trusts.enumerated() {
                let found = ReaderAuthenticationVerification.verify(device, transcript: transcript, trust: trust, origin: origin, at: world.clock.now)
                let expected: [ReaderSignature.Outcome] = (0..<3).map { $0 == index ? .trusted : .untrusted }
                #expect(found.signatures.map(\.outcome) == expected, "\(index)")
            }
        }
    }

    @Test("the request says when its session ends, and how many seconds are left, whatever the visitor's clock says")
    func secondsLeft() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let first = try await client.page("request", of: session)
            world.clock.advance(bySeconds: 90)
            let again = try await client.page("request", of: session, cookie: first.cookie)
            for (answer, seconds) in [(first, 600), (again, 510)] {
                #expect(try answer.text("expiresAt") == "2026-06-01T12:10:00Z")
                #expect(try answer.member("expiresIn") as? Int == seconds)
            }
        }
    }

    @Test("the same browser may ask for the request again and gets the same; another gets none")
    func handOutAgain() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let first = try await client.page("request", of: session)
            let again = try await client.page("request", of: session, cookie: first.cookie)
            #expect(again.body == first.body)
            #expect(again.headers[.setCookie] == nil)
            let other = try await client.page("request", of: session)
            #expect(other.status == 409)
            #expect(try other.text("code") == "session.bound")
        }
    }

    @Test("the same answer posted twice: the second is told that the session was used, and the result stays")
    func twice() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            try await client.page("response", of: session, answer, cookie: handedOut.cookie)
            let second = try await client.page("response", of: session, answer, cookie: handedOut.cookie)
            #expect(second.status == 409)
            #expect(try second.text("code") == "session.used")
            #expect(try await client.status(session) == "verified")
        }
    }

    @Test("an answer from another browser is refused before the claim, and the right browser can still answer")
    func otherBrowser() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            let stranger = try await client.page("request", of: try await client.start())
            for cookie in [nil, "__Host-verification-\(session.prefix(12))=\(stranger.cookie?.split(separator: "=").last ?? "")"] {
                let refused = try await client.page("response", of: session, answer, cookie: cookie)
                #expect(refused.status == 403)
                #expect(try refused.text("code") == "session.notBound")
                #expect(try refused.text("detail").contains("cookie"))
            }
            #expect(try await client.status(session) == "requested")
            #expect(try await client.page("response", of: session, answer, cookie: handedOut.cookie).status == 200)
        }
    }

    @Test("an answer to another session, and one sealed for another origin, do not open; the session is refused")
    func otherSessionOtherOrigin() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let other = try await client.page("request", of: try await client.start())
            let first = try await client.start()
            let firstRequest = try await client.page("request", of: first)
            try await client.page("response", of: first, try world.answer(other.body), cookie: firstRequest.cookie)
            let second = try await client.start()
            let secondRequest = try await client.page("request", of: second)
            try await client.page(
                "response", of: second, try world.answer(secondRequest.body, askedBy: "https://phish.example"), cookie: secondRequest.cookie)
            for session in [first, second] {
                let view = try await client.backend(.get, "/v1/sessions/\(session)")
                #expect(try view.text("status") == "refused")
                #expect((try view.member("refusal") as? [String: String])?["code"] == "response.decryption")
                let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
                #expect(result.status == 409)
            }
        }
    }

    @Test("what a browser says comes from another origin is refused and does not use the session up", arguments: [
        (HTTPField.Name.origin, "https://phish.example"), (HTTPField.Name("Sec-Fetch-Site")!, "cross-site"),
    ])
    func otherOriginHeader(header: (name: HTTPField.Name, value: String)) async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            let refused = try await client.page("response", of: session, answer, cookie: handedOut.cookie, headers: [header.name: header.value])
            #expect(refused.status == 403)
            #expect(try refused.text("code") == "origin.mismatch")
            #expect(try refused.text("detail").contains("https://rentals.example"), "the origin by which the page should be opened")
            let good = try await client.page(
                "response", of: session, answer, cookie: handedOut.cookie, headers: [.origin: "https://rentals.example"])
            #expect(good.status == 200)
        }
    }

    @Test("an expired session gives no request and takes no answer")
    func expired() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            let untouched = try await client.start()
            world.clock.advance(bySeconds: 601)
            for refused in [
                try await client.page("response", of: session, answer, cookie: handedOut.cookie), try await client.page("request", of: untouched),
            ] {
                #expect(refused.status == 410)
                #expect(try refused.text("code") == "session.expired")
            }
            #expect(try await client.status(session) == "expired")
        }
    }

    @Test("after its delivery only what was announced to be kept is left of a result, and later nothing")
    func retention() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            let path = "/v1/sessions/\(session)/result"
            let full = try await client.backend(.get, path)
            #expect(full.text.contains("portrait") && full.text.contains(SampleValues.familyName))
            #expect(try await client.backend(.get, path).body == full.body)
            world.clock.advance(bySeconds: 61)
            let kept = try await client.backend(.get, path)
            #expect(try kept.member("retainedOnly") as? Bool == true)
            let documents = try #require(try kept.member("documents") as? [[String: Any]])
            let elements = try #require((documents[0]["issuerSigned"] as? [String: [String: Any]])?["org.iso.18013.5.1"])
            #expect(elements.keys.sorted() == ["family_name", "given_name"])
            world.clock.advance(bySeconds: 3600)
            let gone = try await client.backend(.get, path)
            #expect(gone.status == 410)
            #expect(try gone.text("code") == "result.erased")
        }
    }

    @Test("what a page says of a request without an answer reaches the website's server and decides nothing; once there is an answer it is told no more")
    func outcome() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let noted = try await client.page("outcome", of: session, Data(#"{"outcome":"cancelled"}"#.utf8), cookie: handedOut.cookie)
            #expect(noted.status == 204)
            let view = try await client.backend(.get, "/v1/sessions/\(session)")
            #expect(try view.text("pageOutcome") == "cancelled")
            #expect(try view.text("status") == "requested")
            let stranger = try await client.page("outcome", of: session, Data(#"{"outcome":"failed"}"#.utf8))
            #expect(stranger.status == 403)
            try await client.page("response", of: session, world.answer(handedOut.body), cookie: handedOut.cookie)
            let answered = try await client.backend(.get, "/v1/sessions/\(session)")
            #expect(try answered.text("status") == "verified")
            #expect(try answered.member("pageOutcome") == nil)
        }
    }

    @Test("what a page says after the end of its session is refused, by the answer or by the time that ended it")
    func lateOutcome() async throws {
        let world = try await ServiceWorld()
        let note = Data(#"{"outcome":"failed"}"#.utf8)
        try await world.run { client in
            let (answered, late) = (try await client.start(), try await client.start())
            let handedOut = try await client.page("request", of: answered)
            try await client.page("response", of: answered, world.answer(handedOut.body), cookie: handedOut.cookie)
            let used = try await client.page("outcome", of: answered, note, cookie: handedOut.cookie)
            #expect(used.status == 409)
            #expect(try used.text("code") == "session.used")
            let lateRequest = try await client.page("request", of: late)
            world.clock.advance(bySeconds: 601)
            _ = try await world.application.flow.sweep()
            let expired = try await client.page("outcome", of: late, note, cookie: lateRequest.cookie)
            #expect(expired.status == 410)
            #expect(try expired.text("code") == "session.expired")
        }
    }

    @Test("one correlation id goes through all steps of a session")
    func correlation() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let started = try await client.backend(.post, "/v1/sessions", #"{"policy":"over-21"}"#)
            let id = try started.text("correlationId")
            let session = try started.text("id")
            let handedOut = try await client.page("request", of: session)
            let received = try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
            for answer in [started, handedOut, received, result] { #expect(answer.headers[EdgeMiddleware.correlationHeader] == id) }
            let routes = world.log.text.split(separator: "\n").filter { $0.contains("request") && $0.contains(id) }
            #expect(routes.count >= 4)
        }
    }

    @Test("a refused step of the page carries the session's correlation id, in the reply as in the log")
    func refusedCorrelation() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let started = try await client.backend(.post, "/v1/sessions", #"{"policy":"over-21"}"#)
            let (id, session) = (try started.text("correlationId"), try started.text("id"))
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            for refused in [
                try await client.page("request", of: session), try await client.page("response", of: session, answer),
                try await client.page("response", of: session, Data("{".utf8), cookie: handedOut.cookie),
                try await client.page("response", of: session, answer, cookie: handedOut.cookie, headers: [.origin: "https://phish.example"]),
                try await client.page("outcome", of: session, Data(#"{"outcome":"failed"}"#.utf8)),
            ] {
                #expect(refused.status >= 400)
                #expect(refused.headers[EdgeMiddleware.correlationHeader] == id)
                #expect(try refused.text("correlationId") == id)
            }
            #expect(world.log.count(of: id) >= 7)
            let unknown = try await client.page("request", of: "AAAAAAAAAAAAAAAAAAAAAA")
            #expect(unknown.headers[EdgeMiddleware.correlationHeader] != id)
        }
    }

    @Test("a refused envelope carries the session's correlation id, too")
    func refusedEnvelopeCorrelation() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let started = try await client.backend(.post, "/v1/sessions", #"{"policy":"over-21"}"#)
            let (id, session) = (try started.text("correlationId"), try started.text("id"))
            for (body, status) in [(#"{"encryptedData":"AA=="}"#, 409), (#"{"encryptedData":"*"}"#, 400), ("[]", 400)] {
                let refused = try await client.backend(.post, "/v1/sessions/\(session)/envelope", body)
                #expect(refused.status == status)
                #expect(refused.headers[EdgeMiddleware.correlationHeader] == id)
                #expect(try refused.text("correlationId") == id)
            }
            #expect(world.log.count(of: id) >= 4)
            let unknown = try await client.backend(.post, "/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA/envelope", #"{"encryptedData":"AA=="}"#)
            #expect(unknown.status == 404 && unknown.headers[EdgeMiddleware.correlationHeader] != id)
        }
    }

    @Test("a refused removal, and a question that waits too long, carry the session's correlation id, too")
    func refusedBackendCorrelation() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let started = try await client.backend(.post, "/v1/sessions", #"{"policy":"over-21"}"#)
            let (id, session) = (try started.text("correlationId"), try started.text("id"))
            let handedOut = try await client.page("request", of: session)
            // While its answer is judged, a session cannot be removed; this one's judgement is cut off.
            world.store.fail(settle: Array(repeating: .unavailable, count: 1000))
            #expect(try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie).status == 500)
            world.store.fail()
            let steps: [(HTTPRequest.Method, String, String)] = [
                (.delete, "", "session.unsettled"), (.get, "?wait=61", "session.wait"), (.get, "?wait=a", "session.wait"),
            ]
            for (method, query, code) in steps {
                let refused = try await client.backend(method, "/v1/sessions/\(session)\(query)")
                #expect(try refused.text("code") == code)
                #expect(refused.headers[EdgeMiddleware.correlationHeader] == id)
                #expect(try refused.text("correlationId") == id)
            }
            #expect(world.log.count(of: id) >= 6)
            for (method, query, _) in steps {
                let unknown = try await client.backend(method, "/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA\(query)")
                #expect(unknown.status >= 400 && unknown.headers[EdgeMiddleware.correlationHeader] != id)
            }
        }
    }

    @Test("an answer whose outcome cannot be written: one code for the page and the backend, nothing that invites a retry, and a webhook")
    func interrupted() async throws {
        let world = try await ServiceWorld(extra: [
            "VERIFIER_PRODUCTION": "false", "VERIFIER_WEBHOOK_URL": "http://127.0.0.1:9/hook", "VERIFIER_WEBHOOK_SECRET": String(repeating: "c", count: 43),
        ])
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            world.store.fail(settle: Array(repeating: .unavailable, count: 1000))
            let failed = try await client.page("response", of: session, answer, cookie: handedOut.cookie)
            #expect(failed.status == 500)
            #expect(failed.headers[.retryAfter] == nil)
            world.store.fail()
            world.clock.advance(bySeconds: 61)
            _ = try await world.application.flow.sweep()
            let again = try await client.page("response", of: session, answer, cookie: handedOut.cookie)
            #expect(again.status == 409)
            #expect(try [failed, again].map { try $0.text("code") } == ["session.interrupted", "session.interrupted"])
            let view = try await client.backend(.get, "/v1/sessions/\(session)")
            #expect(try view.text("status") == "refused")
            #expect((try view.member("refusal") as? [String: String])?["code"] == "session.interrupted")
            let queued = try await world.store.leaseWebhooks(at: world.clock.now, leaseUntil: world.clock.now, limit: 9)
            let body = Data(try #require(queued.first).body)
            let notice = try #require(JSONSerialization.jsonObject(with: body) as? [String: String])
            #expect(queued.count == 1 && notice["status"] == "refused" && notice["refusal"] == "session.interrupted")
            #expect(world.log.count(of: "session.interrupted") >= 1)
        }
    }
}
