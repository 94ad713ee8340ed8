import Foundation
import VectorSupport

/// The program `mdoc-verifier` at work.
final class VerifierProcess {
    struct DidNotStart: Error, CustomStringConvertible {
        let description = "mdoc-verifier is not built or does not start; run `swift build --product mdoc-verifier`"
    }

    private let process = Process()
    /// Such as `http://127.0.0.1:8080`.
    let url: String

    /// Starts it on a folder's configuration, and waits until it listens.
    ///
    /// - Parameter limits: commands of a shell that set its limits; nil for those of this process.
    init(in folder: TemporaryFolder, _ environment: [String: String], under limits: String? = nil) throws {
        try Self.prepare(process, ["serve", "--config", folder.path + "/verifier.yaml", "--log-level", "critical"], under: limits)
        process.environment = ProcessInfo.processInfo.environment.merging(["VERIFIER_LISTEN": "127.0.0.1:0"]) { $1 }.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.runBounded()
        var line = ""
        while !line.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw DidNotStart() }
            line += String(decoding: data, as: UTF8.self)
        }
        url = line.replacing("service: ", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// How a run of the program ended, and what it printed.
    struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    private static func prepare(_ process: Process, _ arguments: [String], under limits: String?) throws {
        let program = try executable()
        process.executableURL = limits == nil ? program : URL(fileURLWithPath: "/bin/sh")
        process.arguments = (limits.map { ["-c", "\($0) && exec \"$0\" \"$@\"", program.path] } ?? []) + arguments
    }

    /// Runs it to its end.
    static func run(_ arguments: [String], under limits: String? = nil) throws -> Run {
        let process = Process()
        try prepare(process, arguments, under: limits)
        let output = Pipe(), errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.runBounded()
        // What it prints fits the pipes; nothing waits for the other.
        let printed = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
        process.waitUntilExit()
        return Run(status: process.terminationStatus, output: printed[0], errors: printed[1])
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Tells it to end; its exit code once it has, or the signal where that ended it.
    func stopped(by signal: Int32 = SIGTERM) async -> Int32 {
        kill(process.processIdentifier, signal)
        while process.isRunning { try? await Task.sleep(for: .milliseconds(10)) }
        return process.terminationStatus
    }

    var identifier: Int32 { process.processIdentifier }

    /// Where it was built.
    static func executable() throws -> URL {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let candidates = [tests, root.appendingPathComponent(".build/debug")].map { $0.appendingPathComponent("mdoc-verifier") }
        guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { throw DidNotStart() }
        return program
    }
}
