import Foundation
import Testing
import VectorSupport

@Suite("mdoc-verifier init and new-key")
struct InitCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func files() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() }

    /// Runs a line of a shell, in which `$0` is the program and `$1` the folder.
    private func shell(_ line: String) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line, try VerifierProcess.executable().path, folder.path]
        let errors = Pipe()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
        try process.runBounded()
        let printed = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, printed)
    }

    @Test("it makes the folder and those above it, for their owner alone, and overwrites nothing", arguments: ["one", "one/two", "one/two/"])
    func made(_ name: String) throws {
        let path = folder.path + "/" + name
        let run = try VerifierProcess.run(["init", path])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(files.sorted() == ["audit-key.pem", "backend.key", "sealing-1.key", "verifier.yaml"])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        let again = try VerifierProcess.run(["init", path])
        #expect(again.status == 2)
        #expect(again.errors == "\(path): there is something already; give a folder that does not exist\n")
    }

    @Test("an origin that the service would refuse is refused: http is for development")
    func plainOrigin() throws {
        let arguments = ["init", folder.path + "/one", "--origin", "http://localhost:3000"]
        let run = try VerifierProcess.run(arguments)
        #expect(run.status == 64 && run.errors.contains("--origin: production wants https; add --development"), "\(run.errors)")
        #expect(try files() == [])
        #expect(try VerifierProcess.run(arguments + ["--development"]).status == 0)
    }

    @Test("where the folder cannot be made, one line says which, why and what to do, and nothing is left", arguments: [
        ("", "the folder has no name; give one that does not exist"),
        ("file/verifier", "file/verifier: the folder cannot be made, not a directory; give another, or mend the path and its permissions"),
        ("a/b/../../file/c", "file/c: the folder cannot be made, not a directory; give another, or mend the path and its permissions"),
    ])
    func unmakeable(_ name: String, _ words: String) throws {
        try folder.write("file", "")
        let run = try VerifierProcess.run(["init", name.isEmpty ? "" : folder.path + "/" + name])
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasSuffix(words + "\n") && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(try files() == ["file"])
    }

    @Test("where a file cannot be written to its end, those before it and the folders are taken back, and the next try is as the first")
    func full() throws {
        // No file may grow beyond 512 bytes, as on a disk without room; only the configuration is longer.
        let run = try shell("trap '' XFSZ\nulimit -f 1\nexec \"$0\" init \"$1/one/two\"")
        #expect(run.status == 2)
        #expect(run.errors == "\(folder.path)/one/two/verifier.yaml: cannot be written; check the room on its disk, and try again\n")
        #expect(try files() == [])
        #expect(try VerifierProcess.run(["init", folder.path + "/one/two"]).status == 0)
    }

    @Test("a new key that cannot be written down is told as lost")
    func unwritten() throws {
        let run = try shell("exec \"$0\" new-key >/dev/full")
        #expect(run.status == 2)
        #expect(run.errors == "Error: cannot write the result, no space left on device; check where the output goes\n", "\(run.errors)")
        #expect(try VerifierProcess.run(["new-key"]).output.contains(/^key .*: [A-Za-z0-9_-]{43}\nbackend.NAME.sha256 .*: +[0-9a-f]{64}\n$/))
    }
}
