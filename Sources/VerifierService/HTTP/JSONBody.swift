import HTTPTypes
import Hummingbird
import MobileDocument
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads JSON bodies within bounds of size and time.
struct JSONBody {
    let limits: ServiceLimits

    func read<Value: Decodable & Sendable>(_ type: Value.Type, from request: Request) async throws -> Value {
        guard Self.isJSON(request.headers[.contentType]) else {
            throw Problem(.unsupportedMediaType, "request.mediaType", "send the body as application/json")
        }
        let data = try await bytes(of: request)
        guard JSONNesting.isBounded(data) else { throw Self.malformed }
        do { return try JSONDecoder().decode(type, from: data) } catch let problem as Problem { throw problem } catch {
            throw Self.malformed
        }
    }

    private static let malformed = Problem(
        .badRequest, "request.malformed", "the body is not the JSON this route takes; see /openapi.json")

    /// The body's bytes, which must arrive in time.
    private func bytes(of request: Request) async throws -> Data {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limits.bodyBytes { throw Self.tooLarge(limits) }
        let buffer = try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask { try await request.body.collect(upTo: limits.bodyBytes) }
            group.addTask {
                try await Task.sleep(for: .seconds(limits.bodySeconds))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        guard let buffer else { throw Problem(.requestTimeout, "request.slow", "the body did not arrive in time") }
        return Data(buffer.readableBytesView)
    }

    private static func tooLarge(_ limits: ServiceLimits) -> Problem {
        Problem(.contentTooLarge, "request.tooLarge", "the body is larger than \(limits.bodyBytes) bytes")
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        guard let contentType else { return false }
        return contentType.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } == "application/json"
    }
}
