import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import VerifierService

@Suite("Who may do what, and how much")
struct AccessTests {
    @Test("every route of the backend, and the metrics, want the backend's key")
    func backendKey() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let routes: [(HTTPRequest.Method, String)] = [
                (.post, "/v1/sessions"), (.get, "/v1/sessions/\(session)"), (.get, "/v1/sessions/\(session)/result"),
                (.get, "/v1/sessions/\(session)/report"), (.get, "/v1/sessions/\(session)/events"), (.delete, "/v1/sessions/\(session)"),
                (.get, "/metrics"),
            ]
            for (method, path) in routes {
                for header in [nil, "Bearer wrong", "Basic \(ServiceWorld.backendKey)", ServiceWorld.backendKey, "Bearer "] {
                    let answer = try await client.send(method, path, headers: header.map { [.authorization: $0] } ?? [:])
                    #expect(answer.status == 401, "\(method) \(path) with \(header ?? "nothing")")
                    #expect(try answer.text("code") == "backend.credential")
                }
            }
            #expect(try await client.status(session) == "created")
        }
    }

    @Test("a body that cannot be read is told so and uses no session up", arguments: [
        ("", 400), ("{", 400), ("[]", 400), (#"{"protocol":1,"data":{"response":""}}"#, 400), (#"{"data":{}}"#, 400),
        (String(repeating: "[", count: 100_000), 400), (String(repeating: "[", count: 513), 400),
        (String(repeating: #"{"data":"#, count: 513), 400), (String(repeating: "x", count: 262_145), 413),
    ])
    func malformedBodies(body: (text: String, status: Int)) async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let refused = try await client.page("response", of: session, Data(body.text.utf8), cookie: handedOut.cookie)
            #expect(refused.status == body.status)
            #expect(try await client.status(session) == "requested")
        }
    }

    @Test("an answer is taken as JSON only, so that no other site's form can post one")
    func mediaType() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"] {
                let refused = try await client.send(
                    .post, "/verification/sessions/\(session)/response", answer, headers: [.cookie: handedOut.cookie ?? ""], contentType: type)
                #expect(try refused.status == 415 && refused.text("code") == "request.mediaType")
            }
            #expect(try await client.status(session) == "requested")
        }
    }

    @Test("a body that is compressed, or says so, is told to come uncompressed, and uses no session up")
    func contentEncoding() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            for coding in ["gzip", "br", "identity, gzip"] {
                let refused = try await client.page(
                    "response", of: session, answer, cookie: handedOut.cookie, headers: [.contentEncoding: coding])
                #expect(try refused.status == 415 && refused.text("code") == "request.mediaType")
                #expect(try refused.text("detail").contains("uncompressed"))
            }
            #expect(try await client.status(session) == "requested")
            let taken = try await client.page(
                "response", of: session, answer, cookie: handedOut.cookie, headers: [.contentEncoding: "Identity"])
            #expect(taken.status == 200)
        }
    }

    @Test("JSON is taken by its media type however that is written")
    func spelledMediaType() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            for type in ["application/json", "application/json; charset=utf-8", "Application/JSON", "application/json ;charset=utf-8"] {
                let session = try await client.start()
                let handedOut = try await client.page("request", of: session)
                let taken = try await client.send(
                    .post, "/verification/sessions/\(session)/response", try world.answer(handedOut.body),
                    headers: [.cookie: handedOut.cookie ?? ""], contentType: type)
                #expect(taken.status == 200)
            }
        }
    }

    @Test("the session's cookie is found among others, and nothing else passes for it")
    func cookieAmongOthers() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            let cookie = try #require(handedOut.cookie)
            let parts = cookie.split(separator: "=", maxSplits: 1)
            let (name, token) = (String(parts[0]), String(parts[1]))
            for other in ["x\(cookie)", "\(name)x=\(token)", "\(name) =\(token)", "other=\(cookie)", "\(name)", "\(name)=", "\(name)=x\(token)", "=\(token)", ";"] {
                let refused = try await client.page("response", of: session, answer, cookie: other)
                #expect(refused.status == 403, "cookie \(other.count) characters long")
            }
            #expect(try await client.status(session) == "requested")
            let taken = try await client.page("response", of: session, answer, cookie: "first=1; ;none;  \(cookie); last=2")
            #expect(taken.status == 200)
        }
    }

    @Test("what no policy and no allowed goal covers cannot be asked", arguments: [
        #"{}"#, #"{"policy":"unknown"}"#, #"{"goals":[]}"#, #"{"goals":["birth_date"]}"#, #"{"goals":["no_such_element"]}"#,
        #"{"policy":"rental","goals":["portrait"]}"#, #"{"policy":"rental","reference":""}"#, "{\"policy\":\"rental\",\"reference\":\"\\u0007\"}",
    ])
    func unknownPolicies(body: String) async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let refused = try await client.backend(.post, "/v1/sessions", body)
            #expect(refused.status == 422)
        }
    }

    @Test("a session is started by what the OpenAPI document has, and by nothing else: a policy or goals, and null counts as nothing", arguments: [
        (#"{"policy":"rental"}"#, true), (#"{"policy":"rental","reference":"order-1","inApp":false}"#, true),
        (#"{"policy":"rental","goals":null,"reference":null,"inApp":null}"#, true), (#"{"goals":["age_over_21"]}"#, true),
        (#"{"goals":["age_over_21"],"reference":"order-1","inApp":false,"policy":null}"#, true),
        (#"{}"#, false), (#"{"reference":"order-1"}"#, false), (#"{"policy":null,"goals":null}"#, false),
        (#"{"policy":"rental","goals":["portrait"]}"#, false), (#"{"policy":7}"#, false), (#"{"goals":[]}"#, false), (#"{"goals":[7]}"#, false),
        (#"{"goals":"portrait"}"#, false), (#"{"policy":"rental","goals":[]}"#, false), (#"{"policy":"rental","goals":7}"#, false),
        (#"{"goals":["age_over_21"],"policy":7}"#, false),
        (#"{"policy":"rental","reference":""}"#, false), (#"{"goals":["age_over_21"],"inApp":"yes"}"#, false), ("[]", false),
    ])
    func describedStart(body: String, isTaken: Bool) async throws {
        let content = try JSONDecoder().decode(JSONContent.self, from: Data(body.utf8))
        let faults = try DescribedValue.faults(of: content, by: DescribedAnswers.schema("SessionStart"), isClosed: false)
        #expect(faults.isEmpty == isTaken)
        let world = try await ServiceWorld()
        try await world.run { client in
            let status = try await client.backend(.post, "/v1/sessions", body).status
            #expect((status == 201) == isTaken)
        }
    }

    @Test("a session made of allowed goals asks for these and nothing else")
    func goals() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start(#"{"goals":["age_over_21"]}"#)
            let handedOut = try await client.page("request", of: session)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            let result = try await client.backend(.get, "/v1/sessions/\(session)/result")
            let documents = try #require(try result.member("documents") as? [[String: Any]])
            let elements = try #require((documents[0]["issuerSigned"] as? [String: [String: Any]])?["org.iso.18013.5.1"])
            #expect(Array(elements.keys) == ["age_over_21"])
        }
    }

    @Test("a client that asks too often is told to wait; others and the backend are not held up")
    func rate() async throws {
        let world = try await ServiceWorld(extra: ["VERIFIER_LIMITS_PER_MINUTE": "5", "VERIFIER_LIMITS_CLIENT_HEADER": "X-Client"])
        try await world.run { client in
            let session = try await client.start()
            let header = try #require(HTTPField.Name("X-Client"))
            func ask(_ told: String) async throws -> ServiceClient.Answer { try await client.page("request", of: session, headers: [header: told]) }
            for _ in 0..<5 {
                let answer = try await ask("192.0.2.1")
                #expect(answer.status != 429)
            }
            // What a client writes before the proxy's own word makes it no other client.
            for told in ["192.0.2.1", "203.0.113.9, 192.0.2.1"] {
                let refused = try await ask(told)
                #expect(refused.status == 429)
                #expect(refused.headers[.retryAfter] != nil)
            }
            let other = try await ask("192.0.2.2")
            #expect(other.status != 429)
            world.clock.advance(bySeconds: 12)
            let later = try await ask("192.0.2.1")
            #expect(later.status != 429)
            #expect(try await client.status(session) == "requested")
        }
    }

    @Test("an IPv4 address is one client in whichever form it arrives, and no other's; of an IPv6 address the network is", arguments: [
        ("192.0.2.1", "::ffff:192.0.2.1", true), ("192.0.2.1", "::ffff:c000:201", true), ("192.0.2.1", "64:ff9b::192.0.2.1", true),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false), ("64:ff9b::192.0.2.1", "64:ff9b::192.0.2.2", false), ("::ffff:192.0.2.1", "::1", false),
        ("2001:db8::1", "2001:db8::2", true), ("2001:db8::1", "2001:db8:0:1::1", false), ("64:ff9b:1::192.0.2.1", "192.0.2.1", false),
        (" 192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "nobody", false),
    ])
    func networks(pair: (first: String, second: String, isSame: Bool)) {
        #expect((RateLimitMiddleware.client(pair.first) == RateLimitMiddleware.client(pair.second)) == pair.isSame)
    }

    @Test("the service's description, which is large, counts towards a client's rate; whether the process is alive does not")
    func descriptionRate() async throws {
        let world = try await ServiceWorld(extra: ["VERIFIER_LIMITS_PER_MINUTE": "5", "VERIFIER_LIMITS_CLIENT_HEADER": "X-Client"])
        try await world.run { client in
            let header = try #require(HTTPField.Name("X-Client"))
            for _ in 0..<5 { #expect(try await client.send(.get, "/openapi.json", headers: [header: "::ffff:192.0.2.1"]).status == 200) }
            let refused = try await client.send(.get, "/openapi.json", headers: [header: "192.0.2.1"])
            #expect(refused.status == 429)
            #expect(try refused.text("code") == "client.tooManyRequests")
            #expect(try await client.send(.get, "/openapi.json", headers: [header: "::ffff:192.0.2.2"]).status == 200)
            #expect(try await client.send(.get, "/health", headers: [header: "192.0.2.1"]).status == 200)
        }
    }

    @Test("a removed session is gone with its result")
    func removal() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            #expect(try await client.backend(.delete, "/v1/sessions/\(session)").status == 204)
            for path in ["", "/result", "/report", "/events"] {
                let answer = try await client.backend(.get, "/v1/sessions/\(session)\(path)")
                #expect(answer.status == 404)
                #expect(try answer.text("code") == "session.unknown")
            }
            #expect(try await client.backend(.delete, "/v1/sessions/\(session)").status == 404)
        }
    }
}
