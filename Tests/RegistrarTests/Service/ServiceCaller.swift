import Foundation
import HTTPTypes
import Synchronization
import Testing

/// Calls the service over HTTP and holds every answer against what the service says of itself.
final class ServiceCaller: Sendable {
    /// An answer.
    struct Reply {
        let status: Int
        let headers: HTTPFields
        let body: Data

        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
        /// Code of a refusal.
        var code: String? { json["code"] as? String }
        /// Status and code of a refusal.
        var outcome: String { "\(status) \(code ?? "")" }
        func text(_ member: String) throws -> String { try #require(json[member] as? String, "\(json)") }
    }

    private let client: LoopbackClient
    private let description: Data
    private let called = Mutex<Set<String>>([])

    init(_ client: LoopbackClient) async throws {
        self.client = client
        description = try await client.execute(.get, "/openapi.json", [:], nil).body
    }

    /// Keeps an unfinished POST open while `work` runs.
    func stall<Value: Sendable>(_ path: String, _ work: () async throws -> Value) async throws -> Value { try await client.stall(path, work) }

    /// Sends a text as it is; what comes back up to another one, or to the end of the connection.
    func exchange(_ text: String, until end: String? = nil) async throws -> String { try await client.exchange(text, until: end) }

    /// Everything the service says it answers.
    var operations: Set<String> { get throws { try ServiceDescription(description).operations } }
    /// What has been called so far.
    var calledOperations: Set<String> { called.withLock { $0 } }

    func call(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, _ body: [String: Any]? = nil, headers: HTTPFields = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        let content = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        return try await call(method, path, token: token, content: content, headers: headers, sourceLocation: sourceLocation)
    }

    func call(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, content: Data?, headers: HTTPFields = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if content != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let response = try await client.execute(method, path, headers, content)
        let reply = Reply(status: response.status, headers: response.headers, body: response.body)
        let described = try ServiceDescription(description)
        if let operation = described.operation(method.rawValue, path) {
            _ = called.withLock { $0.insert(operation) }
            let faults = described.faults(of: reply.status, reply.headers[.contentType], reply.body, to: operation)
            #expect(faults == [], sourceLocation: sourceLocation)
        } else {
            #expect(reply.code == "service.path", "\(method) \(path) is not described", sourceLocation: sourceLocation)
        }
        return reply
    }
}
