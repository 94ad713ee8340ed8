import Foundation
import Glibc
import Testing

/// `mdoc-broker serve` in a process of its own, which a test can kill at any moment.
final class ServedBroker {
    private let process = Process()
    private let output: String
    private let typing = Pipe()

    /// - Parameters:
    ///   - rule: by what it decides; nil for a person at its terminal, who is `type`.
    ///   - starter: a program and arguments that become the broker, as another user.
    init(_ folder: BrokerFolder, _ rule: String?, parser: String? = nil, startedBy starter: [String] = []) async throws {
        let configuration = folder.configuration
        output = folder.path + "/output"
        let log = URL(fileURLWithPath: output)
        try Data().write(to: log)
        let broker = try #require(Program.path("mdoc-broker"))
        let program = starter + [broker]
        process.executableURL = URL(fileURLWithPath: program[0])
        let deciding = rule.map { ["--decide-without-person", $0, "--pin-file", folder.path + "/pin"] } ?? []
        process.arguments = Array(program.dropFirst()) + [
            "serve", "--state", configuration.state, "--runtime", configuration.runtime, "--providers", configuration.providers, "--parser",
            parser ?? configuration.parser,
        ] + deciding + (configuration.devices.map { ["--hybrid", $0.path] + $0.arguments } ?? [])
        let handle = try FileHandle(forWritingTo: log)
        (process.standardOutput, process.standardError) = (handle, handle)
        if rule == nil { process.standardInput = typing } else { process.standardInput = FileHandle.nullDevice }
        try process.run()
        try await prints("serving at")
    }

    deinit { kill() }

    /// The process's number.
    var identifier: Int32 { process.processIdentifier }

    /// All it has printed.
    func printed() throws -> String { try String(contentsOfFile: output, encoding: .utf8) }

    /// Waits until it has printed something.
    func prints(_ text: String) async throws {
        try await eventually { [process] in
            if try printed().contains(text) { return true }
            if !process.isRunning { throw CancellationError() }
            return false
        }
    }

    /// Types a line at its terminal.
    func type(_ line: String) throws { try typing.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        // Not waitUntilExit: it waits for every other program, too, that was started in the same moment and holds its descriptors.
        while (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8))?.contains(") Z ") == false { usleep(1000) }
    }

    /// Enrols a PIN for a folder's owner, and writes it into the file by which rules know it.
    static func enrol(_ folder: BrokerFolder, pin: String = "274951") async throws {
        try Data("\(pin)\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/pin"))
        let enrolling = Process()
        enrolling.executableURL = URL(fileURLWithPath: try #require(Program.path("mdoc-broker")))
        enrolling.arguments = ["enrol", "--state", folder.configuration.state, "--phrase", "blue heron"]
        enrolling.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path + "/pin"))
        enrolling.standardError = FileHandle.nullDevice
        try enrolling.run()
        while enrolling.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        #expect(enrolling.terminationStatus == 0)
    }
}
