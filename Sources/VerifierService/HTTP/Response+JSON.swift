import HTTPTypes
import Hummingbird
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Response {
    /// JSON that is encoded already.
    static func json(_ status: HTTPResponse.Status = .ok, bytes: some Collection<UInt8>) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A value as JSON with its keys in order, absent members left out.
    static func json(_ status: HTTPResponse.Status = .ok, value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return .json(status, bytes: try encoder.encode(value))
    }
}
