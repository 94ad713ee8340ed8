import Foundation
import PresentmentRequest
import RequestExtraction
import RequestParsing
import Testing
import VectorSupport

@Suite("Input nobody thought of, in processes of its own", .enabled(if: Program.confined("mdoc-request-parser") != nil, "mdoc-request-parser is not built"))
struct FuzzedParserTests {
    @Test("Whatever a page sends, its parser says what extraction in process says, and the broker does not grow")
    func mutations() async throws {
        let scene = try RequestScene()
        let parser = RequestParser(program: try #require(Program.confined("mdoc-request-parser")), patience: .seconds(120))
        var requests = try RequestMutator(scene, seed: 17)
        var outcomes: [String: Int] = [:]
        var residentAtFirst = 0
        for round in 0..<Program.parsers {
            let data = requests.next()
            let outside = await Self.outcome { () throws(RequestParsingError) in try await parser.parse(data, origin: scene.origin).request }
            let inside = await Self.outcome { () throws(RequestParsingError) in
                do throws(RequestRefusal) {
                    return try RequestExtraction.partialRequest(from: data, origin: scene.origin)
                } catch {
                    throw .refused(error)
                }
            }
            if outside != inside { Issue.record("round \(round): \(outside) and \(inside): \(Data(data).base64EncodedString())") }
            outcomes[Self.name(outside), default: 0] += 1
            if round == Program.parsers / 2 { residentAtFirst = ResidentMemory.bytes() }
        }
        let grown = ResidentMemory.bytes() - residentAtFirst
        #expect(outcomes["request", default: 0] > Program.parsers / 20, "too little is extracted: \(outcomes)")
        #expect(outcomes.count > 2, "the mutations break too few rules: \(outcomes)")
        // Other tests run in this process too, so the bound tells only of what grows with every request.
        #expect(grown < max(256 << 20, Program.parsers * 16 << 10), "\(grown) bytes more after \(Program.parsers / 2) requests")
        if Program.parsers > 1000 { print("\(Program.parsers) parsers, \(grown >> 10) KiB grown: \(outcomes.sorted { $0.key < $1.key })") }
    }

    private static func outcome(
        _ body: () async throws(RequestParsingError) -> PartialRequest
    ) async -> Result<PartialRequest, RequestParsingError> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    private static func name(_ outcome: Result<PartialRequest, RequestParsingError>) -> String {
        switch outcome {
        case .success: "request"
        case .failure(let error): error.code
        }
    }
}
