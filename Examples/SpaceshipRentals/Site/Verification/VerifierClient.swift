import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// This site's server as a client of the verifier service.
struct VerifierClient: Sendable {
    private struct Problem: Decodable {
        let code: String?
    }

    private static let maximumAnswerBytes = 2 << 20

    let address: String
    let key: String
    let policy: String

    // kit:begin
    /// Starts a session, on the click; the page gets its id.
    func startSession() async throws -> SessionState {
        try await call(.POST, "/v1/sessions", body: JSONEncoder().encode(["policy": policy]))
    }

    /// How a session stands, waiting a little for it to be settled.
    func state(of session: String) async throws -> SessionState {
        try await call(.GET, "/v1/sessions/\(session)?wait=10")
    }

    /// The verified answer. Only this server ever sees it.
    func result(of session: String) async throws -> ServiceResult {
        try await call(.GET, "/v1/sessions/\(session)/result")
    }

    private func call<Answer: Decodable>(_ method: HTTPMethod, _ path: String, body: Data? = nil) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        request.headers = ["authorization": "Bearer \(key)", "content-type": "application/json"]
        if let body { request.body = .bytes(body) }
        let response = try await ServiceConnection.client.execute(request, timeout: .seconds(20))
        let answer = try await response.body.collect(upTo: Self.maximumAnswerBytes)
        guard (200..<300).contains(response.status.code) else { throw failure(response.status, answer) }
        return try JSONDecoder().decode(Answer.self, from: Data(answer.readableBytesView))
    }
    // kit:end

    private func failure(_ status: HTTPResponseStatus, _ answer: ByteBuffer) -> ServiceFailure {
        let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.readableBytesView))
        return ServiceFailure(status: Int(status.code), code: problem?.code ?? "service.unexpectedAnswer")
    }
}
