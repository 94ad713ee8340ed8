import HTTPTypes
import Hummingbird
import MobileDocument
import RelyingParty
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads JSON bodies within bounds of size; `BodyBound` bounds the time.
struct JSONBody {
    let limits: ServiceLimits

    func read<Value: Decodable & Sendable>(_ type: Value.Type, from request: Request) async throws -> Value {
        let data = Data(try await json(of: request).readableBytesView)
        guard JSONNesting.isBounded(data), let value = try? JSONDecoder().decode(type, from: data) else { throw Self.malformed }
        return value
    }

    /// Reads the start of a session, for which there is a reader of its own.
    func readStart(from request: Request) async throws -> StartBody {
        guard let start = StartBody(json: Array(try await json(of: request).readableBytesView)) else { throw Self.malformed }
        return start
    }

    /// Reads an answer, for which there is a reader of its own.
    func readAnswer(from request: Request) async throws -> CredentialResponse {
        guard let answer = CredentialResponse(json: Array(try await json(of: request).readableBytesView)) else { throw Self.malformed }
        return answer
    }

    /// Refuses more than a little where nothing is wanted. Nobody waits for that little: it is thrown away once the answer is written.
    func discard(from request: Request) throws(Problem) { try Self.checkLength(of: request, upTo: Self.unwantedBytes) }

    private static let unwantedBytes = 4096
    private static let malformed = Problem(
        .badRequest, "request.malformed", "the body is not the JSON this route takes; see /openapi.json")

    private func json(of request: Request) async throws -> ByteBuffer {
        guard Self.isJSON(request.headers[.contentType]) else {
            throw Problem(.unsupportedMediaType, "request.mediaType", "send the body as application/json")
        }
        guard ["", "identity"].contains(request.headers[.contentEncoding]?.lowercased() ?? "") else {
            throw Problem(.unsupportedMediaType, "request.mediaType", "send the body uncompressed, without Content-Encoding")
        }
        return try await bytes(of: request, upTo: limits.bodyBytes)
    }

    private func bytes(of request: Request, upTo most: Int) async throws -> ByteBuffer {
        try Self.checkLength(of: request, upTo: most)
        do { return try await request.body.collect(upTo: most) } catch is BodyBound.Late {
            throw Problem(.requestTimeout, "request.slow", "the body did not arrive in time")
        } catch let error where !(error is any HTTPResponseError || error is CancellationError) {
            // It broke off, or is not framed as HTTP wants it: the connection's errors are the client's doing.
            throw Self.malformed
        }
    }

    private static func checkLength(of request: Request, upTo most: Int) throws(Problem) {
        guard let length = request.headers[.contentLength].flatMap(Int.init), length > most else { return }
        throw Problem(.contentTooLarge, "request.tooLarge", "the body is larger than \(most) bytes")
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        // As nearly every client writes it; taking the header apart costs more.
        if contentType == "application/json" { return true }
        return contentType?.split(separator: ";", maxSplits: 1).first?.lowercased().trimmingCharacters(in: .whitespaces) == "application/json"
    }
}
