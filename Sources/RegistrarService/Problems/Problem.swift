import Hummingbird
import Registrar

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A refusal as problem details (RFC 9457), with a stable code and how to mend it.
struct Problem: Error {
    static let mediaType = "application/problem+json"

    let status: HTTPResponse.Status
    let code: String
    let detail: String
    let remedy: String

    init(_ code: ServiceErrorCode, _ detail: String? = nil) {
        status = code.status
        self.code = code.rawValue
        self.detail = detail ?? code.detail
        remedy = code.remedy
    }

    /// A refusal by the registrar's rules. What is wrong on the registrar's own side is told without its particulars.
    init(_ error: RegistrarError) {
        status = error.code.status
        code = error.code.rawValue
        // What they say names files of the registrar.
        let isOwnFault = error.code == .issuing || error.code == .storage
        detail = isOwnFault ? ServiceErrorCode.fault.detail : error.reason
        remedy = isOwnFault ? ServiceErrorCode.fault.remedy : error.remedy
    }

    var response: Response {
        var headers = HTTPFields()
        headers[.contentType] = Self.mediaType
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if status == .serviceUnavailable { headers[.retryAfter] = "30" }
        let content = (try? JSONEncoder().encode(self)) ?? Data()
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    }
}

extension Problem: Encodable {
    private enum CodingKeys: String, CodingKey { case title, status, detail, code, remedy }

    /// Without `type`, which then is `about:blank`: the title is the status's own phrase, the code tells problems apart.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status.reasonPhrase, forKey: .title)
        try container.encode(status.code, forKey: .status)
        try container.encode(detail, forKey: .detail)
        try container.encode(code, forKey: .code)
        try container.encode(remedy, forKey: .remedy)
    }
}
