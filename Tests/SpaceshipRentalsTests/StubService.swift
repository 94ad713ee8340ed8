import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MobileDocument
import Synchronization
import Testing

@testable import SpaceshipRentals

/// A service that says what a test wants said, and remembers what it was asked.
final class StubService: Sendable {
    struct Call: Sendable {
        let method: String
        let path: String
        let headers: HTTPFields
        let body: String
    }

    private let calls = Mutex<[Call]>([])
    let status: String
    /// What it says of each session but the first, where that is something else.
    let newer: String?
    let isSatisfied: Bool
    /// Whether its results are erased before anybody fetches them.
    let isErased: Bool

    init(status: String = "verified", newer: String? = nil, isSatisfied: Bool = true, isErased: Bool = false) {
        self.status = status
        self.newer = newer
        self.isSatisfied = isSatisfied
        self.isErased = isErased
    }

    var received: [Call] { calls.withLock { $0 } }

    /// Runs a test against a site in front of this service.
    func run(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0))).test(.live) { client in
            let port = try #require(client.port)
            try await TestSite.run(service: "http://127.0.0.1:\(port)", body)
        }
    }

    static func result(satisfied: Bool) throws -> ServiceResult {
        try JSONDecoder().decode(ServiceResult.self, from: Data(resultText(satisfied: satisfied).utf8))
    }

    static let portrait: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

    private static func resultText(satisfied: Bool) -> String {
        """
        {"session":"s-1","policy":"spaceship-rental","satisfied":\(satisfied),"verifiedAt":"2026-06-01T12:00:00Z","goals":[],"documents":[
        {"docType":"org.iso.18013.5.1.mDL","issuer":{"subject":"CN=Signer","authority":"CN=Root"},"validity":{"validUntil":"2027-01-01T00:00:00Z"},
        "issuerSigned":{"org.iso.18013.5.1":{"given_name":"Kelly <b>&</b>","family_name":"Appleseed","age_over_21":true,
        "portrait":"\(Base64URL.encode(portrait))","driving_privileges":[
        {"vehicle_category_code":"B","issue_date":"2014-05-02"},{"vehicle_category_code":"C1"}]}},"deviceSigned":{}}]}
        """
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: Recorder(note: { call in self.calls.withLock { $0.append(call) } }))
        router.post("v1/sessions") { _, _ in
            let id = "s-\(self.received.count(where: { $0.path == "/v1/sessions" }))"
            return Self.json(#"{"id":"\#(id)","status":"created"}"#, .created)
        }
        router.get("v1/sessions/:id") { _, context in
            let id = try context.parameters.require("id")
            let status = id == "s-1" ? self.status : self.newer ?? self.status
            if status == "removed" { return Self.json(#"{"code":"session.unknown"}"#, .notFound) }
            if status == "failing" { return Self.json(#"{"code":"server.internal"}"#, .internalServerError) }
            let refusal = status == "refused" ? #","refusal":{"code":"mso.digest"}"# : ""
            return Self.json(#"{"id":"\#(id)","status":"\#(status)"\#(refusal)}"#)
        }
        router.get("v1/sessions/:id/result") { request, _ in
            // Delivered once, as if a visitor took a minute to load the page again.
            let isErased = self.isErased || self.received.count(where: { $0.path == request.uri.string }) > 1
            return isErased ? Self.json(#"{"code":"result.erased"}"#, .gone) : Self.json(Self.resultText(satisfied: self.isSatisfied))
        }
        router.get("verification/kit/verify-identity.js") { _, _ in
            Response(status: .ok, headers: [.contentType: "text/javascript", .eTag: "\"k\""], body: ResponseBody(byteBuffer: ByteBuffer(string: "export {};")))
        }
        router.post("verification/sessions/s-1/request") { _, _ in
            var response = Self.json("{}")
            response.headers.append(HTTPField(name: .setCookie, value: "__Host-verification-s-1=abc; Path=/; Secure; HttpOnly; SameSite=Strict"))
            response.headers.append(HTTPField(name: .setCookie, value: "spaceship=stolen; Path=/"))
            response.headers[.server] = "inner"
            return response
        }
        return router
    }

    private static func json(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private struct Recorder: RouterMiddleware {
        let note: @Sendable (Call) -> Void

        func handle(
            _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            var request = request
            let body = try await request.collectBody(upTo: 8 << 20)
            note(Call(method: request.method.rawValue, path: request.uri.string, headers: request.headers, body: String(buffer: body)))
            return try await next(request, context)
        }
    }
}
