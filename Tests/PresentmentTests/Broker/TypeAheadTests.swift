import BrokerMessages
import Foundation
import Testing
import WalletBroker

private let python = "/usr/bin/python3"

@Suite(
    "What is typed before a question", .timeLimit(.minutes(5)),
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil && Program.path("wallet-provider") != nil,
        "the broker, its parser and the provider are not built"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs Python for a terminal"))
struct TypeAheadTests {
    /// Becomes a program at a terminal of its own, at which is typed what comes in here. Says so once the terminal has taken it.
    private static let terminal = """
        import os, pty, sys
        keyboard, line = pty.openpty()
        if os.fork() == 0:
            while typed := os.read(0, 99):
                os.write(keyboard, typed)
                os.read(keyboard, 99)
                os.write(1, b"(typed)\\n")
            os._exit(0)
        os.dup2(line, 0)
        os.execv(sys.argv[1], sys.argv[1:])
        """

    @Test("At a terminal a number that was typed before the broker asked chooses no app; what is typed then is the answer")
    func ahead() async throws {
        let installed = try await InstalledLicence("wallet-provider", Canary.licence)
        let broker = try await ServedBroker(installed.folder, nil, startedBy: [python, "-c", Self.terminal])
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
