import Foundation
import Testing

@Suite("The command line: the demonstration")
struct DemoTests {
    @Test("What it keeps says what it told: the answer verifies, and each attack is refused in its own session")
    func kept() throws {
        let folder = try Folder()
        let told = try folder.mdoc("demo", "--out", "story", "--at", Exchange.moment)
        #expect(told.exitCode == 0, "\(told.errors)")
        #expect(told.output.contains("--session story/attacks/3-replayed-session.json \\\n"), "\(told.output)")
        #expect(try folder.permissions("story/attacks/3-replayed-session.json") == 0o600)
        func verify(_ session: String, _ response: String) throws -> Tool.Run {
            try folder.mdoc(
                line: "verify --session story/\(session).json --response story/\(response).json --trust story/trust --at \(Exchange.moment)")
        }
        #expect(try verify("session", "response").exitCode == 0)
        for (session, attack) in [("session", "1-altered"), ("session", "2-copied"), ("attacks/3-replayed-session", "3-replayed")] {
            let run = try verify(session, "attacks/\(attack)")
            #expect(run.exitCode == 1 && run.output.hasPrefix("✘ refused"), "\(attack): \(run.output)\(run.errors)")
        }
    }
}
