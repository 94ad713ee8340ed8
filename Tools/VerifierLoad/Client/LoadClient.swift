import AsyncHTTPClient
import Foundation
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

    let http: HTTPClient
    let url: String

    /// Seconds within which every request must have come to something; the service's own patience with its store is below that.
    private static let patience = TimeAmount.seconds(30)

    /// Gives a client that tells of every failure instead of trying again, and ends it after the work, whatever became of that.
    ///
    /// - Parameter connections: to one server; at least as many as a run has requests in flight, or they wait in here.
    static func withHTTP<Value>(connections: Int = 256, _ work: (HTTPClient) async throws -> Value) async throws -> Value {
        let http = makeHTTP(connections: connections)
        let value: Value
        do { value = try await work(http) } catch {
            try? await http.shutdown()
            throw error
        }
        try await http.shutdown()
        return value
    }

    private static func makeHTTP(connections: Int) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(5)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private func send(_ method: String, _ path: String, _ body: Data?, _ headers: [(String, String)]) async -> Reply {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(data: body))
        }
        do {
            let response = try await http.execute(request, timeout: Self.patience)
            let data = Data(buffer: try await response.body.collect(upTo: 8 << 20))
            return Reply(status: Int(response.status.code), headers: response.headers, body: data)
        } catch { return Reply(error) }
    }

    private static let credential = ("authorization", "Bearer \(LoadWorld.backendKey)")

    private struct Started: Decodable {
        let id: String
    }

    // MARK: The website's server

    /// Starts a session; its name where it was done.
    func start(reference: String) async -> (reply: Reply, id: String?) {
        let reply = await send("POST", "/v1/sessions", Data(#"{"policy":"load","reference":"\#(reference)"}"#.utf8), [Self.credential])
        return (reply, (try? JSONDecoder().decode(Started.self, from: reply.body))?.id)
    }

    /// Where a session stands.
    func session(_ id: String) async -> Reply { await send("GET", "/v1/sessions/\(id)", nil, [Self.credential]) }

    /// The verified answer.
    func result(_ id: String) async -> Reply { await send("GET", "/v1/sessions/\(id)/result", nil, [Self.credential]) }

    // MARK: The page

    /// Fetches the request, as on the click.
    func request(_ id: String) async -> Reply { await send("POST", "/verification/sessions/\(id)/request", nil, []) }

    /// Posts the answer.
    func post(_ prepared: Prepared) async -> Reply {
        await send("POST", "/verification/sessions/\(prepared.id)/response", prepared.answer, [("cookie", prepared.cookie)])
    }
}
