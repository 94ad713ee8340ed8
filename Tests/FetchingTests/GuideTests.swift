import DocumentTrust
import Foundation
import RelyingParty
import Testing
import TrustFetching

@Suite("The guide to trust")
struct GuideTests {
    @Test("Each block of Swift in the guide to trust stands in this file as it is written there, so that it is compiled")
    func written() throws {
        func lines(_ text: String) -> String { text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n") }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
        let guide = try String(contentsOf: package.appendingPathComponent("docs/trust.md"), encoding: .utf8)
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        for block in blocks { #expect(source.contains(lines(block)), "docs/trust.md: \(block)") }
        #expect(!blocks.isEmpty)
    }

    func keepFresh(_ verdict: Verdict) async throws {
        let fetcher = ResourceFetcher()
        let clock = SystemRefreshClock()
        let jitter = { @Sendable seconds in Int64.random(in: 0...max(seconds, 0)) }
        let status = StatusRefresher([], fetcher: HTTPStatusFetcher(fetcher), clock: clock, jitter: jitter)
        let refresher = try TrustRefresher(TrustStore(at: "trust"), fetcher: fetcher, status: status, clock: clock, jitter: jitter)
        // A service of swift-service-lifecycle: let a ServiceGroup run it.

        let verifier = Verifier(trust: refresher.trust.snapshot)     // for each verification: a lock, never the network
        let readers = refresher.trust.readers                        // in a wallet: who may ask
        for document in verdict.publishedRevocation {                // after it: what the documents named, of a refused answer as well
            for source in document.statusSources { await status.watch(source) }
            await refresher.watch(document.signer)
        }
        _ = (verifier, readers)
    }
}
