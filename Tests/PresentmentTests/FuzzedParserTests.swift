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
        #expect(outcomes["request", default: 0] > Program.parsers / 20, "too little is extracted: \(outcomes)")
        #expect(outcomes.count > 2, "the mutations break too few rules: \(outcomes)")
        // Where other tests run in this process, too, what it holds says nothing of this one.
        guard ResidentMemory.isOfOneTest else { return }
        let grown = ResidentMemory.bytes() - residentAtFirst
        #expect(residentAtFirst > 0 && grown < 16 << 20, "\(grown) bytes more after \(Program.parsers / 2) requests")
        print("\(Program.parsers) parsers, \(grown >> 10) KiB grown: \(outcomes.sorted { $0.key < $1.key })")
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
