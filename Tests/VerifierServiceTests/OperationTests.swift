import Foundation
import HTTPTypes
import Hummingbird
import InMemoryTracing
import Testing

@testable import VerifierService

@Suite("What the operator sees")
struct OperationTests {
    @Test("every route is described in the OpenAPI document, and everything described is a route")
    func described() async throws {
        let world = try await ServiceWorld()
        let routes = try Self.routes(of: world)
        let described = try Self.described(in: DescribedAnswers.document())
        #expect(routes == described)
        #expect(routes.count == 15)
    }

    @Test("a label ends where it ends, whatever mark or return stands beside what would end it or its line")
    func labels() {
        let metrics = PrometheusMetrics()
        _ = metrics.makeCounter(label: "a", dimensions: [("b", "1\"\u{301}2\\3\r\n4")])
        let text = "# TYPE a_total counter\na_total{b=\"1\\\"\u{301}2\\\\3\r\\n4\"} 0.0\n"
        #expect(metrics.text().utf8.elementsEqual(text.utf8))
    }

    @Test("what is got without a credential is asked by HEAD, too: status and header fields are those of GET; nothing else is asked by it")
    func heads() async throws {
        let world = try await ServiceWorld()
        let open = try DescribedAnswers.paths().filter { DescribedAnswers.isOpen($0.value) }.map(\.key)
        let heads = try world.routes().filter { $0.method == .head }.map { "/" + $0.path.description.split(separator: "/").joined(separator: "/") }
        #expect(open.count == 4)
        #expect(heads.sorted() == open.sorted())
        /// But for those that no two answers share.
        @Sendable func fields(of answer: ServiceClient.Answer) -> HTTPFields {
            var fields = answer.headers
            for name in [EdgeMiddleware.correlationHeader, HTTPField.Name.date] { fields[name] = nil }
            return fields
        }
        try await world.run { client in
            for path in open.map({ $0.replacing("{file}", with: "verify-identity.js") }) {
                let got = try await client.exchange(.get, path, [:], nil)
                let asked = try await client.exchange(.head, path, [:], nil)
                #expect(got.status == 200 && asked.status == 200 && !got.body.isEmpty && asked.body.isEmpty, "\(path)")
                #expect(fields(of: asked) == fields(of: got), "\(path)")
                #expect(asked.headers[.contentLength] == String(got.body.count), "\(path)")
            }
        }
    }

    @Test("the document that is handed out has the page's routes under the path that is configured", arguments: ["/id", "/verification/of/ages"])
    func describedPagePath(_ path: String) async throws {
        let world = try await ServiceWorld(extra: ["VERIFIER_PAGE_PATH": path])
        try await world.run { client in
            let answer = try await client.send(.get, "/openapi.json")
            let document = try #require(JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            let (described, routes) = (try Self.described(in: document), try Self.routes(of: world))
            #expect(described == routes)
            #expect(described.contains("post \(path)/sessions/{id}/request"))
        }
    }

    @Test("whatever takes the backend's key takes a certificate in its place, as the document says")
    func describedCredentials() throws {
        let operations = try DescribedAnswers.paths().values.flatMap { item in item.values.compactMap { $0 as? [String: Any] } }
        let alternatives = operations.compactMap { $0["security"] as? [[String: Any]] }
        let credentials = alternatives.map { each in each.flatMap { Array($0.keys) } }.filter { $0.contains("backendKey") }
        #expect(credentials.count == 8)
        #expect(credentials.allSatisfy { $0 == ["backendKey", "clientCertificate"] })
        let components = try #require(try DescribedAnswers.document()["components"] as? [String: Any])
        let schemes = try #require(components["securitySchemes"] as? [String: [String: Any]])
        #expect((schemes["backendKey"]?["scheme"] as? String) == "bearer")
        #expect((schemes["clientCertificate"]?["type"] as? String) == "mutualTLS")
    }

    @Test("every array of the OpenAPI document says of what it is")
    func describedArrays() throws {
        let arrays = try Self.objects(in: DescribedAnswers.content()).filter { object in
            object["type"]?.text == "array" || object["type"]?.elements?.contains(JSONContent.text("array")) == true
        }
        #expect(!arrays.isEmpty)
        #expect(arrays.allSatisfy { $0["items"] != nil })
    }

    @Test("a choice in the OpenAPI document is one of whole schemas that have names: what stands beside it, generated clients leave out")
    func describedChoices() throws {
        let choices = try Self.objects(in: DescribedAnswers.content()).filter { $0["oneOf"]?.elements != nil }
        #expect(!choices.isEmpty)
        for choice in choices {
            #expect(Set(choice.keys).isSubset(of: ["description", "oneOf"]))
            let forms = choice["oneOf"]?.elements ?? []
            #expect(forms.allSatisfy { $0["$ref"] != nil })
        }
    }

    @Test("no pattern of the OpenAPI document repeats a group without bound: programs that read patterns bear some thousand of them")
    func describedPatterns() throws {
        let patterns = try Self.objects(in: DescribedAnswers.content()).compactMap { $0["pattern"]?.text }
        #expect(!patterns.isEmpty)
        let repetition = try Regex(#"\)([*+]|\{[0-9]+,\})"#)
        for pattern in patterns { #expect(pattern.firstMatch(of: repetition) == nil) }
    }

    @Test("an envelope is described as base64 or base64url, and as nothing else", arguments: [
        ("-_-_", true), ("+/+/", true), ("AA==", true), ("AAA=", true), ("AA", true), ("-_+/", false), ("A=A=", false), ("AA===", false), ("AA ", false),
        ("*", false),
    ])
    func describedEnvelope(text: String, isDescribed: Bool) throws {
        let faults = try DescribedValue.faults(
            of: .object(["encryptedData": .text(text)]), by: DescribedAnswers.schema("Envelope"), isClosed: true)
        #expect(faults.isEmpty == isDescribed)
    }

    @Test("no schema of the OpenAPI document has a member of its own name, which generated clients would confuse with it")
    func describedNames() throws {
        let schemas = try #require(try DescribedAnswers.content()["components"]?["schemas"]?.members)
        #expect(schemas.count > 10)
        for (name, schema) in schemas {
            let members = (schema["properties"]?.members ?? [:]).keys.map { $0.lowercased() }
            #expect(!members.contains(name.lowercased()))
        }
    }

    @Test("a value is as the OpenAPI document has it only if its members, types and bounds are", arguments: [
        (#"{"docType":"d","issuerSigned":{"n":{"a":{"b":[1,null]},"c":"_w"}},"deviceSigned":{}}"#, true),
        (#"{"docType":"d","issuerSigned":{},"deviceSigned":{},"position":0}"#, true),
        (#"{"docType":"d","issuerSigned":{},"deviceSigned":{},"position":-1}"#, false),
        (#"{"docType":"d","issuerSigned":{},"deviceSigned":{},"position":true}"#, false),
        (#"{"docType":"d","issuerSigned":{"n":"a"},"deviceSigned":{}}"#, false),
        (#"{"docType":"d","issuerSigned":{}}"#, false),
        (#"{"docType":"d","issuerSigned":{},"deviceSigned":{},"other":1}"#, false),
        (#"{"docType":"d","issuerSigned":{},"deviceSigned":{},"validity":{"signed":"today","validFrom":"","validUntil":""}}"#, false),
    ])
    func describedValue(json: String, isDescribed: Bool) throws {
        let value = try JSONDecoder().decode(JSONContent.self, from: Data(json.utf8))
        #expect(try DescribedValue.faults(of: value, by: DescribedAnswers.schema("Document"), isClosed: true).isEmpty == isDescribed)
    }

    /// Every object of some JSON, however deep.
    private static func objects(in content: JSONContent) -> [[String: JSONContent]] {
        switch content {
        case .object(let members): [members] + members.values.flatMap { objects(in: $0) }
        case .array(let elements): elements.flatMap { objects(in: $0) }
        default: []
        }
    }

    /// Method and path of every route, and of everything that a document describes.
    private static func routes(of world: ServiceWorld) throws -> Set<String> {
        // What is asked by HEAD is described by its GET.
        Set(try world.routes().filter { $0.method != .head }.map { route in
            let path = route.path.description.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
            return "\(route.method.rawValue.lowercased()) /" + path.joined(separator: "/")
        })
    }

    private static func described(in document: [String: Any]) throws -> Set<String> {
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        return Set(paths.flatMap { path, item in item.keys.filter { $0 != "parameters" }.map { "\($0) \(path)" } })
    }

    @Test("ready means that the store answers and somebody is trusted; an empty trust folder is told, not passed over")
    func readiness() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            for path in ["/health", "/ready"] {
                let answer = try await client.send(.get, path)
                #expect(answer.status == 200)
            }
        }
        try world.distrustRoot()
        await world.application.trust.refresher.refresh()
        try await world.run { client in
            let answer = try await client.send(.get, "/ready")
            #expect(answer.status == 503)
            #expect(try answer.text("trust") == "trust.empty")
        }
    }

    @Test("a root that is removed from the store is trusted no more, without a restart; a damaged store leaves the last good trust in force")
    func reload() async throws {
        let world = try await ServiceWorld()
        let refresher = world.application.trust.refresher
        func verdict() async throws -> String {
            let box = Box()
            try await world.run { client in
                let session = try await client.start()
                let handedOut = try await client.page("request", of: session)
                try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
                await box.set(try await client.status(session))
            }
            return await box.value
        }
        #expect(try await verdict() == "verified")
        let index = world.folder.path + "/trust/trust-store.json"
        let content = try String(contentsOfFile: index, encoding: .utf8)
        try world.folder.write("trust/trust-store.json", "damaged")
        await refresher.refresh()
        #expect(await refresher.storeFailure != nil)
        #expect(try await verdict() == "verified")
        try world.folder.write("trust/trust-store.json", content)
        try world.distrustRoot()
        await refresher.refresh()
        #expect(try await verdict() == "refused")
        try ServiceWorld.trust(world.parties, in: world.folder)
        await refresher.refresh()
        #expect(try await verdict() == "verified")
    }

    @Test("A trust store that cannot be read is logged once, as is its end, and measured as long as it lasts")
    func storeFailure() async throws {
        let world = try await ServiceWorld()
        let refresher = world.application.trust.refresher
        let watcher = try #require(world.application.background.lazy.compactMap { $0 as? SourceService }.first)
        func isFailing() -> Bool? {
            let lines = world.metrics.text().split(separator: "\n").filter { $0.hasPrefix("verification_trust_store_failing ") }
            return lines.count == 1 ? lines[0].hasSuffix(" 1.0") : nil
        }
        #expect(await watcher.lookAtStore(after: nil) == nil)
        #expect(isFailing() == false && world.log.count(of: "the trust store can") == 0)
        let content = try String(contentsOfFile: world.folder.path + "/trust/trust-store.json", encoding: .utf8)
        try world.folder.write("trust/trust-store.json", "damaged")
        await refresher.refresh()
        let failure = await watcher.lookAtStore(after: nil)
        #expect(failure?.code.rawValue == "store.damaged")
        #expect(await watcher.lookAtStore(after: failure) == failure)
        #expect(isFailing() == true && world.log.count(of: "error the trust store cannot be read") == 1)
        #expect(world.log.count(of: "store.damaged") == 1)
        try world.folder.write("trust/trust-store.json", content)
        await refresher.refresh()
        #expect(await watcher.lookAtStore(after: failure) == nil)
        #expect(isFailing() == false && world.log.count(of: "notice the trust store can be read again") == 1)
    }

    @Test("the kit is handed out with the types browsers want, and not again to those who have it")
    func kit() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let module = try await client.send(.get, "/verification/kit/verify-identity.js")
            #expect(module.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(module.text.contains("verifyIdentity"))
            let tag = try #require(module.headers[.eTag])
            for (tags, status) in [(tag, 304), ("W/\(tag)", 304), ("\"0\", W/\(tag)", 304), ("*", 304), ("\"0\"", 200)] {
                let answer = try await client.send(.get, "/verification/kit/verify-identity.js", headers: [.ifNoneMatch: tags])
                #expect(answer.status == status && answer.headers[.eTag] == tag, "\(tags)")
            }
            let unknown = try await client.send(.get, "/verification/kit/other.js")
            #expect(try unknown.text("code") == "kit.unknown")
        }
    }

    private actor Box {
        var value = ""
        func set(_ value: String) { self.value = value }
    }

    @Test("metrics count sessions, answers and replies in Prometheus text")
    func metrics() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            try await client.backend(.get, "/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA")
            let text = try await client.backend(.get, "/metrics").text
            for (status, count) in [(200, 2), (201, 1), (404, 1)] {
                #expect(text.contains("verification_replies_total{status=\"\(status)\"} \(count).0\n"))
            }
            #expect(text.contains("# TYPE verification_sessions_started_total counter\nverification_sessions_started_total{policy=\"rental\"} 1.0\n"))
            #expect(text.contains(#"verification_answers_total{status="verified",refusal="none"} 1.0"#))
            #expect(text.contains("# TYPE verification_duration_seconds histogram\n"))
            #expect(text.contains("verification_duration_seconds_count 1\n"))
            #expect(text.contains("verification_duration_seconds_bucket{le=\"+Inf\"} 1\n"))
        }
    }

    @Test("the events of a session tell its status at once and end when it is settled")
    func events() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            let events = try await client.backend(.get, "/v1/sessions/\(session)/events").text
            #expect(events.hasPrefix("event: status\ndata: {"))
            #expect(events.contains(#""status":"verified""#))
            #expect(events.hasSuffix("\n\n"))
        }
    }

    @Test("however often readiness is asked for, the store is asked every few seconds only, and a failure is looked at again soon")
    func probe() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            for _ in 0..<20 { #expect(try await client.send(.get, "/ready").status == 200) }
            #expect(world.store.pings == 1)
            world.clock.advance(bySeconds: 5)
            _ = try await client.send(.get, "/ready")
            #expect(world.store.pings == 2)
            await world.store.close()
            world.clock.advance(bySeconds: 5)
            for _ in 0..<20 { #expect(try await client.send(.get, "/ready").text("store") == "store.unavailable") }
            #expect(world.store.pings == 3)
            world.clock.advance(bySeconds: 1)
            _ = try await client.send(.get, "/ready")
            #expect(world.store.pings == 4)
        }
    }

    @Test("one sweep goes on until nothing is left to do, and counts what it did")
    func wholeSweep() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            for _ in 0..<7 { _ = try await client.start() }
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            try await client.page("response", of: session, try world.answer(handedOut.body), cookie: handedOut.cookie)
            _ = try await client.backend(.get, "/v1/sessions/\(session)/result")
            world.clock.advance(bySeconds: 3700)
            let sweeper = try #require(world.sweeper)
            try await sweeper.sweep(limit: 2)
            let text = try await client.backend(.get, "/metrics").text
            #expect(text.contains("verification_sessions_expired_total 7.0\n"))
            #expect(text.contains("verification_results_erased_total 1.0\n"))
            #expect(text.contains("verification_retained_erased_total 1.0\n"))
        }
    }

    @Test("each request has a span, and an answer one for each of its steps, without anything that was sent")
    func spans() async throws {
        let tracer = InMemoryTracer()
        let world = try await ServiceWorld(content: CanaryContent.licence, tracer: tracer)
        try await world.run { client in
            let session = try await client.start()
            let handedOut = try await client.page("request", of: session, headers: [HTTPField.Name("traceparent")!: "00-\(String(repeating: "a", count: 32))-bbbbbbbbbbbbbbbb-01"])
            let answer = try world.answer(handedOut.body)
            try await client.page("response", of: session, answer, cookie: handedOut.cookie)
            try await client.page("response", of: session, answer, cookie: handedOut.cookie)
            let spans = tracer.finishedSpans
            let names = spans.map(\.operationName)
            #expect(names == [
                "POST /v1/sessions", "POST /verification/sessions/{id}/request", "verification.claim", "verification.verify", "verification.settle",
                "POST /verification/sessions/{id}/response", "verification.claim", "POST /verification/sessions/{id}/response",
            ])
            let parents = spans.map(\.parentSpanID)
            #expect(parents[2] == spans[5].spanID && parents[3] == spans[5].spanID && parents[4] == spans[5].spanID)
            #expect([0, 1, 5, 7].allSatisfy { parents[$0] == nil }, "nobody's word makes a request part of another trace")
            let text = spans.map { span in
                var text = "\(span.operationName) \(span.errors)"
                span.attributes.forEach { text += " \($0)=\($1)" }
                return text
            }.joined(separator: "\n")
            #expect(text.contains("http.response.status_code") && text.contains("409"))
            #expect(!text.contains(session) && !text.contains(String(handedOut.cookie?.suffix(20) ?? "?")))
            for value in CanaryContent.values.values {
                for form in CanaryContent.forms(of: value) { #expect(Data(text.utf8).range(of: form) == nil) }
            }
        }
    }
}
