import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// Hands the page's calls on to the verifier service.
///
/// The service must be seen under the site's own origin, because the cookie that binds a session to a browser is sent nowhere else.
/// Where a reverse proxy mounts the service there, this is not needed.
struct PageForwarder: Sendable {
    /// An answer holds a few elements and a portrait.
    static let maximumRequestBytes = 2 << 20
    static let maximumAnswerBytes = 2 << 20
    /// How the service's cookies begin. This site's own cookie is none of the service's business.
    static let cookiePrefix = "__Host-verification-"

    /// Tells the service whose limits a call counts against; its configuration names the header (`limits.client-header`).
    static let clientHeader = "x-client-address"

    private static let requestHeaders: [HTTPField.Name] = [.contentType, .accept, .origin, .ifNoneMatch, HTTPField.Name("Sec-Fetch-Site")!]
    private static let answerHeaders = ["content-type", "cache-control", "etag", "retry-after", "x-correlation-id", "x-content-type-options"]

    let address: String

    // kit:begin
    func forward(_ request: Request, from client: String?) async throws -> Response {
        guard Self.isPlain(request.uri.path) else { throw HTTPError(.notFound) }
        var outgoing = HTTPClientRequest(url: address + request.uri.path)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for name in Self.requestHeaders { request.headers[name].map { outgoing.headers.add(name: name.rawName, value: $0) } }
        let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: "; ") }.filter { $0.hasPrefix(Self.cookiePrefix) }
        if let client { outgoing.headers.add(name: Self.clientHeader, value: client) }
        if !cookies.isEmpty { outgoing.headers.add(name: "cookie", value: cookies.joined(separator: "; ")) }
        if request.method == .post { outgoing.body = .bytes(try await request.whole(upTo: Self.maximumRequestBytes)) }
        guard let incoming = try? await ServiceConnection.client.execute(outgoing, timeout: .seconds(30)),
            let body = try? await incoming.body.collect(upTo: Self.maximumAnswerBytes)
        else { throw HTTPError(.badGateway) }
        var response = Response(status: .init(code: Int(incoming.status.code)))
        for name in Self.answerHeaders { incoming.headers.first(name: name).map { response.headers[HTTPField.Name(name)!] = $0 } }
        for cookie in incoming.headers["set-cookie"] where cookie.hasPrefix(Self.cookiePrefix) {
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        response.body = ResponseBody(byteBuffer: body)
        return response
    }
    // kit:end

    /// Whether a path is written in plain characters, with no component that climbs.
    static func isPlain(_ path: String) -> Bool {
        let components = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return components.first == "verification" && components.count > 1
            && components.allSatisfy { component in
                !component.isEmpty && !component.allSatisfy { $0 == "." }
                    && component.utf8.allSatisfy { isLetterOrDigit($0) || "-._~".utf8.contains($0) }
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
