import Foundation
import PresentmentRequest
import RequestExtraction
import RequestParsing
import Testing

@Suite("Input nobody thought of, in processes of its own", .enabled(if: Program.confined("mdoc-request-parser") != nil, "mdoc-request-parser is not built, or with a sanitizer"))
struct FuzzedParserTests {
    /// Parsers to start; `MDOC_PARSERS` asks for more.
    private static let parsers = ProcessInfo.processInfo.environment["MDOC_PARSERS"].flatMap(Int.init) ?? 100

    @Test("Whatever a page sends, its parser says what extraction in process says, and the broker does not grow")
    func mutations() async throws {
        let scene = try RequestScene()
        let parser = RequestParser(program: try #require(Program.confined("mdoc-request-parser")), patience: .seconds(120))
        var requests = try RequestMutator(scene, seed: 17)
        var outcomes: [String: Int] = [:]
        var residentAtFirst = 0
        for round in 0..<Self.parsers {
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
            if round == Self.parsers / 2 { residentAtFirst = Self.residentBytes() }
        }
        let grown = Self.residentBytes() - residentAtFirst
        #expect(outcomes["request", default: 0] > Self.parsers / 20, "too little is extracted: \(outcomes)")
        #expect(outcomes.count > 2, "the mutations break too few rules: \(outcomes)")
        // Other tests run in this process too, so the bound tells only of what grows with every request.
        #expect(grown < max(256 << 20, Self.parsers * 16 << 10), "\(grown) bytes more after \(Self.parsers / 2) requests")
        if Self.parsers > 1000 { print("\(Self.parsers) parsers, \(grown >> 10) KiB grown: \(outcomes.sorted { $0.key < $1.key })") }
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

    private static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }
}
