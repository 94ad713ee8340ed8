import HTTPTypes
import Hummingbird
import Testing

@testable import SpaceshipRentals

/// Connections break, and whoever asks may frame a body as no HTTP does.
@Suite("Bodies that break off")
struct BrokenBodyTests {
    private struct BrokenOff: Error {}

    private static var request: Request {
        let body = AsyncThrowingStream<ByteBuffer, any Error> { stream in
            stream.yield(ByteBuffer(string: "----boundary7"))
            stream.finish(throwing: BrokenOff())
        }
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/checkout/photo")
        return Request(head: head, body: RequestBody(asyncSequence: body))
    }

    private static func status(_ read: (Request) async throws -> Void) async throws -> HTTPResponse.Status? {
        do { try await read(request) } catch let error as HTTPError { return error.status }
        return nil
    }

    @Test("A body that breaks off is the client's doing and no failure of the site, whether it is read for a form or to be passed on")
    func refused() async throws {
        #expect(try await Self.status { _ = try await $0.bytes(upTo: 100) } == .badRequest)
        #expect(try await Self.status { _ = try await $0.whole(upTo: 100) } == .badRequest)
    }

    @Test("A body that is too long is told as that")
    func tooLong() async throws {
        #expect(try await Self.status { _ = try await $0.bytes(upTo: 1) } == .contentTooLarge)
    }
}
