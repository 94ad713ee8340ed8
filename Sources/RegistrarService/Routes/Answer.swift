import Hummingbird

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a route answers when it succeeds.
struct Answer: Sendable {
    let content: [UInt8]
    let mediaType: String
    /// What differs from the usual headers.
    var headers = HTTPFields()
    /// What differs from the route's status.
    var status: HTTPResponse.Status?

    /// An object, and nobody keeps it.
    static func json(_ value: some Encodable) throws -> Answer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Answer(content: Array(try encoder.encode(value)), mediaType: "application/json")
    }

    func response(status expected: HTTPResponse.Status) -> Response {
        let status = status ?? expected
        guard status != .notModified else { return Response(status: status, headers: headers) }
        var fields = headers
        fields[.contentType] = mediaType
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    }
}
