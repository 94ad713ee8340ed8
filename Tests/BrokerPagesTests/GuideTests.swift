import BrokerPages
import Foundation
import Logging
import Testing
import UserVerification

@Suite("The guide to the broker's pages")
struct GuideTests {
    @Test("The guide's lines for the pages stand in this file as they are written there, so that they are compiled")
    func written() throws {
        func lines(_ text: String) -> String { text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n") }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
        let guide = try String(contentsOf: package.appendingPathComponent("docs/wallet.md"), encoding: .utf8)
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        let block = try #require(blocks.first { $0.contains("try BrokerPages(") })
        #expect(source.contains(lines(block)), "docs/wallet.md: \(block)")
    }

    func serve(
        _ desk: any RelayDesk, _ settings: any ProviderSettings, _ history: any RequestHistory, _ verifier: UserVerifier, _ logger: Logger,
        open: @escaping @Sendable (String) -> Void
    ) async throws {
        let pages = try BrokerPages(desk: desk, settings: settings, history: history, verifier: verifier, logger: logger)
        try await pages.server(port: 8791) { origin in
            open(await pages.address(of: .settings, at: origin))   // opens once; for the person's own browser
        }.run()
    }
}
