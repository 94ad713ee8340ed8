import Hummingbird
import HummingbirdTesting
import Testing

@testable import SpaceshipRentals

/// The page reaches the service through the site: its calls and its cookies pass, and nothing else does.
@Suite("Forwarding to the service")
struct ForwardingTests {
    @Test("Method, body, content type, origin and the service's cookie go in; the binding cookie comes out")
    func passes() async throws {
        let service = StubService()
        try await service.run { browser in
            try await browser.chooseTrip()
            let headers: HTTPFields = [
                .contentType: "application/json", .origin: TestSite.origin, .cookie: "__Host-verification-s-1=abc", .authorization: "Bearer mine",
            ]
            let answer = try await browser.send("/verification/sessions/s-1/request", .post, headers, ByteBuffer(string: "{}"))
            #expect(answer.status == .ok)
            #expect(answer.headers[values: .setCookie].filter { $0.hasPrefix("__Host-verification-s-1=abc;") }.count == 1)
            #expect(!answer.headers[values: .setCookie].contains { $0.contains("stolen") })
            #expect(answer.headers[.server] == nil)
            let kit = try await browser.get("/verification/kit/verify-identity.js")
            #expect(kit.text == "export {};")
            #expect(kit.headers[.eTag] == "\"k\"")
        }
        let call = try #require(service.received.first { $0.path == "/verification/sessions/s-1/request" })
        #expect(call.method == "POST")
        #expect(call.body == "{}")
        #expect(call.headers[.contentType] == "application/json")
        #expect(call.headers[.origin] == TestSite.origin)
        // The site's own cookie stays here, and so does a credential that a page makes up.
        #expect(call.headers[.cookie] == "__Host-verification-s-1=abc")
        #expect(call.headers[.authorization] == nil)
    }

    @Test("Paths that climb, hide characters or leave the page's routes are not forwarded", arguments: [
        "/verification/../v1/sessions", "/verification/%2e%2e/v1/sessions", "/verification//v1", "/verification/kit/a%2Fb", "/verification/", "/verification/a;b",
        "/v1/sessions", "/health",
    ])
    func paths(_ path: String) async throws {
        let service = StubService()
        try await service.run { browser in
            let answer = try await browser.get(path)
            #expect(answer.status == .notFound)
        }
        #expect(service.received.isEmpty)
    }

    @Test("A body beyond the limit is refused here")
    func largeBody() async throws {
        let service = StubService()
        try await service.run { browser in
            let body = ByteBuffer(repeating: 32, count: PageForwarder.maximumRequestBytes + 1)
            let answer = try await browser.send("/verification/sessions/s-1/request", .post, [.contentType: "application/json"], body)
            #expect(answer.status == .contentTooLarge)
        }
        #expect(service.received.isEmpty)
    }

    @Test("Other methods are not forwarded", arguments: [HTTPRequest.Method.put, .delete, .patch])
    func methods(_ method: HTTPRequest.Method) async throws {
        let service = StubService()
        try await service.run { browser in
            let answer = try await browser.send("/verification/sessions/s-1/request", method)
            #expect(answer.status == .notFound || answer.status == .methodNotAllowed)
        }
        #expect(service.received.isEmpty)
    }

    @Test("A service whose answer is longer than any is a bad gateway")
    func longAnswer() async throws {
        let router = Router()
        router.get("verification/kit/verify-identity.js") { _, _ in
            Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 32, count: PageForwarder.maximumAnswerBytes + 1)))
        }
        try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0))).test(.live) { client in
            let port = try #require(client.port)
            try await TestSite.run(service: "http://127.0.0.1:\(port)") { browser in
                let answer = try await browser.get("/verification/kit/verify-identity.js")
                #expect(answer.status == .badGateway)
            }
        }
    }

    @Test("A service that is away is a bad gateway")
    func away() async throws {
        try await TestSite.run { browser in
            let answer = try await browser.get("/verification/kit/verify-identity.js")
            #expect(answer.status == .badGateway)
        }
    }
}
