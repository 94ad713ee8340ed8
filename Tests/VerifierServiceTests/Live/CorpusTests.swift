import MobileDocumentCorpus
import NIOCore
import Testing

@testable import VerifierService

@Suite("The corpus on the wire")
struct CorpusTests {
    @Test("Every case of HTTP is answered as it says")
    func answers() async throws {
        let cases = try CorpusMaker.cases().filter { $0.kind == .http }
        #expect(!cases.isEmpty)
        let world = try await ServiceWorld(extra: ["VERIFIER_LISTEN": "127.0.0.1:0"])
        try await LiveService.with(world) { service in
            for item in cases {
                let answer = try await RawConnection.with(port: service.pagePort) { talk in
                    try await talk.send(ByteBuffer(bytes: item.bytes))
                    return try await talk.read(until: "}")
                }
                switch item.expectation {
                case .accept: #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(item.name): \(answer)")
                case .reject(let code):
                    #expect(answer.hasPrefix("HTTP/1.1 4"), "\(item.name): \(answer)")
                    #expect(answer.contains("\"code\":\"\(code)\""), "\(item.name): \(answer)")
                }
            }
        }
    }
}
