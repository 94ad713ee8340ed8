import BrokerMessages
import Foundation
import Testing
import WalletBroker

@Suite(
    "What is typed before a question", .timeLimit(.minutes(5)),
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil && Program.path("wallet-provider") != nil,
        "the broker, its parser and the provider are not built"),
    .enabled(if: TestTerminal.isAvailable, "needs Python for a terminal"))
struct TypeAheadTests {
    @Test("At a terminal a number that was typed before the broker asked chooses no app; what is typed then is the answer")
    func ahead() async throws {
        let installed = try await InstalledLicence("wallet-provider", Canary.licence)
        let broker = try await ServedBroker(installed.folder, nil, startedBy: TestTerminal.starter)
        try broker.type("1")
        try await broker.prints("(typed)")
        let data = RequestScene.json(try installed.request(["family_name"]).request.data)
        let agent = try TestAgent(installed.folder.configuration.runtime + "/agents.sock")
        try await agent.present(data, origin: installed.scene.origin)
        try await broker.prints("Which app should answer?")
        try broker.type("")
        #expect(try await agent.end(data, origin: installed.scene.origin) == .ended(.notAllowed))
        #expect(try !broker.printed().contains("Starting"))
        broker.kill()
    }
}
