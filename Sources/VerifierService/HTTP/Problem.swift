import HTTPTypes
import Hummingbird
import VerificationSessions
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A problem as RFC 9457 writes it, with a stable code that programs may rely on.
///
/// Its sentences are ours: nothing that came with the request is repeated in them.
struct Problem: Error, Encodable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    let code: String
    var correlationId: String?
    /// Seconds after which trying again may work; sent as a header.
    let retryAfter: Int?
    /// The methods a path takes; sent as a header.
    let allow: [String]

    /// There is no place for the request.
    static let busy = Problem(.serviceUnavailable, "server.busy", "the service has all the work it takes; try again shortly", retryAfter: 1)

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, correlationId
    }

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String, retryAfter: Int? = nil, allow: [String] = []) {
        type = "urn:problem:\(code)"
        title = status.reasonPhrase
        self.status = status.code
        self.detail = detail
        self.code = code
        self.retryAfter = retryAfter
        self.allow = allow
    }

    /// A step of a session that was refused.
    init(_ error: FlowError) {
        switch error {
        case .unknown: self.init(.notFound, error.code, error.description)
        case .boundElsewhere, .used, .wasInterrupted, .unsettled, .noResult, .notInApp: self.init(.conflict, error.code, error.description)
        case .notBound: self.init(.forbidden, error.code, error.description)
        case .expired, .erased: self.init(.gone, error.code, error.description)
        case .policy, .reference, .noMerchant: self.init(.unprocessableContent, error.code, error.description)
        case .store: self.init(.serviceUnavailable, error.code, error.description, retryAfter: 2)
        case .server, .interrupted: self.init(.internalServerError, error.code, error.description)
        }
    }

    /// The answer that tells it.
    func response() -> Response {
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        if !allow.isEmpty { headers[.allow] = allow.joined(separator: ", ") }
        if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(self)) ?? Data()
        return Response(status: .init(code: status, reasonPhrase: title), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
