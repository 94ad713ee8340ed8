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

    @Test("The commands that it ends with can be copied, whatever the folder is called", arguments: ["a story", "it's $HOME"])
    func copied(name: String) throws {
        let folder = try Folder()
        let told = try folder.mdoc("demo", "--out", name, "--at", Exchange.moment)
        #expect(told.exitCode == 0, "\(told.errors)")
        let commands = told.output.split(separator: "\n").drop { $0 != "Now you" }.dropFirst()
        let run = try Tool.shell(commands.prefix(3).joined(separator: "\n"), in: folder)
        #expect(run.exitCode == 0 && run.output.hasPrefix("✔ verified"), "\(run.output)\(run.errors)")
    }

    @Test("It takes the place of an earlier demonstration, and of nothing else that is in a folder")
    func replaced() throws {
        let folder = try Folder()
        func play(_ out: String) throws -> Tool.Run { try folder.mdoc("demo", "--json", "--out", out, "--at", Exchange.moment) }
        for _ in 0..<2 {
            let run = try play("story")
            #expect(run.exitCode == 0, "\(run.errors)")
        }
        #expect(try folder.permissions("story/device-key.pem") == 0o600)
        #expect(try folder.drafts(in: "story") == [])

        try #require(try folder.mdoc("issuer", "init", "--out", "issuer", "--at", Exchange.moment).exitCode == 0)
        let names = ["issuer/signer.pem", "issuer/signer-key.pem", "issuer/trust/iaca.pem"]
        let before = try names.map(folder.read)
        for out in ["issuer", "."] { expectUnusable(try play(out), "something else", "\(out); give --out a new folder") }
        #expect(try names.map(folder.read) == before)
        for name in ["issuer/licence.cbor", "issuer/attacks", "licence.cbor", "trust"] { #expect(!folder.exists(name), "\(name)") }
    }

    @Test("A moment that no certificate can carry is named with its option, and no folder is made")
    func impossible() throws {
        let folder = try Folder()
        expectUnusable(try folder.mdoc("demo", "--out", "story", "--at", "1960-01-01"), "change --at")
        #expect(!folder.exists("story"))
    }
}
