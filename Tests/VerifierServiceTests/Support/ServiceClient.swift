import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import VerifierService

/// Talks to a service under test, keeps cookies like one browser, and holds every answer to the service's own OpenAPI document.
struct ServiceClient: Sendable {
    /// Sends a request, wherever the service is, and gives what came back.
    let exchange: @Sendable (_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: Data?) async throws -> Answer

    struct Answer {
        let status: Int
        let headers: HTTPFields
        let body: Data

        func member(_ name: String) throws -> Any? { try #require(JSONSerialization.jsonObject(with: body) as? [String: Any])[name] }
        func text(_ name: String) throws -> String { try #require(try member(name) as? String) }
        var text: String { String(decoding: body, as: UTF8.self) }
        /// Name and value of the cookie it sets.
        var cookie: String? { headers[.setCookie].flatMap { $0.split(separator: ";").first.map(String.init) } }
    }

    init(exchange: @escaping @Sendable (HTTPRequest.Method, String, HTTPFields, Data?) async throws -> Answer) { self.exchange = exchange }

    /// A client of routes without a socket.
    init(_ client: any TestClientProtocol) {
        exchange = { method, path, headers, body in
            try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) }) {
                Answer(status: $0.status.code, headers: $0.headers, body: Data($0.body.readableBytesView))
            }
        }
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data? = nil, headers: HTTPFields = [:], contentType: String = "application/json"
    ) async throws -> Answer {
        var headers = headers
        if body != nil { headers[.contentType] = contentType }
        let answer = try await exchange(method, path, headers, body)
        try DescribedAnswers.check(answer, to: method, path, body)
        return answer
    }

    /// As the website's backend.
    @discardableResult
    func backend(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> Answer {
        try await send(method, path, body.map { Data($0.utf8) }, headers: [.authorization: "Bearer \(ServiceWorld.backendKey)"])
    }

    /// Starts a session; its identifier.
    func start(_ body: String = #"{"policy":"rental","reference":"order-1"}"#) async throws -> String {
        try await backend(.post, "/v1/sessions", body).text("id")
    }

    /// As the page, with a browser's cookie.
    @discardableResult
    func page(_ step: String, of session: String, _ body: Data? = nil, cookie: String? = nil, headers: HTTPFields = [:]) async throws -> Answer {
        var headers = headers
        if let cookie { headers[.cookie] = cookie }
        return try await send(.post, "/verification/sessions/\(session)/\(step)", body, headers: headers)
    }

    /// The status of a session.
    func status(_ session: String) async throws -> String { try await backend(.get, "/v1/sessions/\(session)").text("status") }
}
