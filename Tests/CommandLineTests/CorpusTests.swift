import Foundation
import Testing

@Suite("The command line: the corpus")
struct CorpusTests {
    /// One case that is accepted and one that is refused.
    private static func write(to folder: Folder) throws {
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("cases"), withIntermediateDirectories: true)
        for (name, facts, bytes) in [("a", "expect: accept", "AA=="), ("b", "expect: reject\ncode: cbor.trailing-bytes", "AAA=")] {
            try folder.write("cases/\(name).txt", "mdoc corpus 1\nname: \(name)\nkind: cbor\nabout: one\n\(facts)\n\n\(bytes)\n")
        }
    }

    @Test("Our own code passes, and the last line counts")
    func ownCode() throws {
        let folder = try Folder()
        try Self.write(to: folder)
        let run = try folder.mdoc(line: "corpus run cases")
        #expect(run.exitCode == 0)
        #expect(run.output.hasSuffix("2 passed, 0 failed\n"))
        #expect(run.errors.isEmpty)
    }

    @Test(
        "A program answers by its exit code: 0, 1 and 2 are answers, all else fails the case",
        arguments: [
            ("grep -q 'expect: accept'", 0, "2 passed, 0 failed\n"), ("true", 1, "1 passed, 1 failed\n"), ("false", 1, "1 passed, 1 failed\n"),
            ("exit 2; true", 1, "0 passed, 0 failed\n"), ("exit 3; true", 1, "0 passed, 2 failed\n"), ("kill -9 $$; true", 1, "0 passed, 2 failed\n"),
        ])
    func programs(_ command: String, _ exitCode: Int, _ ending: String) throws {
        let folder = try Folder()
        try Self.write(to: folder)
        let run = try folder.mdoc("corpus", "run", "cases", "--command", command)
        #expect(Int(run.exitCode) == exitCode)
        #expect(run.output.hasSuffix(ending), "\(run.output)")
    }

    @Test("A run that is ended by a signal ends the program that answers, with all that it has started")
    func ended() async throws {
        let folder = try Folder()
        try Self.write(to: folder)
        let run = try Tool.shell(
            """
            "$MDOC" corpus run cases --command 'sleep 47 & echo $! >started; wait; true' &
            for turn in $(seq 600); do [ -s started ] || sleep 0.1; done
            kill -TERM $!; wait $!; echo $?
            """, in: folder)
        #expect(run.output == "143\n", "\(run.errors)")
        let started = String(decoding: try folder.read("started"), as: UTF8.self).trimmingCharacters(in: .newlines)
        let (identifier, end) = (try #require(Int32(started)), ContinuousClock.now + .seconds(20))
        // The kernel ends it in its own time, and whoever has it then may not ask for it.
        while let state = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8), !state.contains(") Z ") {
            guard ContinuousClock.now < end else { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        let state = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
        #expect(state?.contains(") Z ") ?? true, "\(state ?? "")")
    }

    @Test("A case that is called otherwise than its file, a file that is none, and an empty folder are named")
    func unusable() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("cases"), withIntermediateDirectories: true)
        #expect(try folder.mdoc(line: "corpus run cases").exitCode == 2)
        #expect(try folder.mdoc(line: "corpus run nowhere").exitCode == 2)
        try folder.write("cases/c.txt", "mdoc corpus 1\nname: a\nkind: cbor\nabout: one\nexpect: accept\n\nAA==\n")
        #expect(try folder.mdoc(line: "corpus run cases").errors.contains("called otherwise"))
        try folder.write("cases/c.txt", "nothing\n")
        #expect(try folder.mdoc(line: "corpus run cases").errors.contains("this is no case"))
    }

    @Test("What is made passes, and making again removes only cases that there are no more")
    func made() throws {
        let folder = try Folder()
        try Self.write(to: folder)
        try folder.write("cases/notes.txt", "mine\n")
        let make = try folder.mdoc(line: "corpus make --to cases")
        #expect(make.exitCode == 0, "\(make.output)")
        #expect(!folder.exists("cases/a.txt") && folder.exists("cases/notes.txt") && folder.exists("cases/cbor-empty.txt"))
        folder.remove("cases/notes.txt")
        let run = try folder.mdoc(line: "corpus run cases")
        #expect(run.exitCode == 0 && run.output.hasSuffix(" passed, 0 failed\n"))
    }
}
