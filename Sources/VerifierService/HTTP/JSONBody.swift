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
        let data = try await bytes(of: request, upTo: limits.bodyBytes)
        guard JSONNesting.isBounded(data) else { throw Self.malformed }
        do { return try JSONDecoder().decode(type, from: data) } catch let problem as Problem { throw problem } catch {
            throw Self.malformed
        }
    }

    /// Reads what a client sends where nothing is wanted, as far as clients do that.
    func discard(from request: Request) async throws { _ = try await bytes(of: request, upTo: Self.unwantedBytes) }

    private static let unwantedBytes = 4096
    private static let malformed = Problem(
        .badRequest, "request.malformed", "the body is not the JSON this route takes; see /openapi.json")

    /// The body's bytes, which must arrive in time.
    private func bytes(of request: Request, upTo most: Int) async throws -> Data {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > most { throw Self.tooLarge(most) }
        let buffer = try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask { try await request.body.collect(upTo: most) }
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

    private static func tooLarge(_ most: Int) -> Problem {
        Problem(.contentTooLarge, "request.tooLarge", "the body is larger than \(most) bytes")
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        guard let contentType else { return false }
        return contentType.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } == "application/json"
    }
}
