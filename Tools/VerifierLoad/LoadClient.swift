import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat

/// The website's server and the page's browser of a load run.
struct LoadClient: Sendable {
    /// A session that waits for its answer.
    struct Prepared: Sendable {
        let id: String
        let cookie: String
        let answer: Data
    }

    let client: HTTPClient
    let url: String
    let world: LoadWorld

    private struct Started: Decodable {
        let id: String
    }

    private func send(_ method: String, _ path: String, _ body: Data?, _ headers: [(String, String)]) async throws -> (status: Int, cookie: String?, body: Data) {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(data: body))
        }
        let response = try await client.execute(request, timeout: .seconds(30))
        let data = Data(buffer: try await response.body.collect(upTo: 8 << 20))
        let cookie = response.headers.first(name: "set-cookie").flatMap { $0.split(separator: ";").first.map(String.init) }
        return (Int(response.status.code), cookie, data)
    }

    /// Starts a session, fetches its request and lets the wallet answer, so that only the post is left.
    func prepare() async throws -> Prepared {
        let started = try await send("POST", "/v1/sessions", Data(#"{"policy":"load"}"#.utf8), [("authorization", "Bearer \(LoadWorld.backendKey)")])
        let id = try JSONDecoder().decode(Started.self, from: started.body).id
        let request = try await send("POST", "/verification/sessions/\(id)/request", nil, [])
        return Prepared(id: id, cookie: request.cookie ?? "", answer: try world.answer(request.body))
    }

    /// Posts the answer; the status of the reply.
    func post(_ prepared: Prepared) async throws -> Int {
        try await send("POST", "/verification/sessions/\(prepared.id)/response", prepared.answer, [("cookie", prepared.cookie)]).status
    }

    /// Where a session stands.
    func status(_ id: String) async throws -> String {
        struct View: Decodable { let status: String }
        let answer = try await send("GET", "/v1/sessions/\(id)", nil, [("authorization", "Bearer \(LoadWorld.backendKey)")])
        return try JSONDecoder().decode(View.self, from: answer.body).status
    }
}
