import Foundation
import Glibc
import Subprocess
import SystemPackage
import Testing

/// `mdoc-broker serve` in a process of its own, which a test can kill at any moment.
final class ServedBroker {
    private let process = Process()
    private let output: String
    private let typing = Pipe()
    /// Kept, since its programs are gone with it.
    private let profile: Profile?

    /// - Parameters:
    ///   - rule: by what it decides; nil for a person at its terminal, who is `type`.
    ///   - starter: a program and arguments that become the broker, as another user.
    ///   - state: the folder of its state; nil for the folder's own.
    ///   - profile: the role it has, and the programs; nil for both roles and those that were built.
    init(
        _ folder: BrokerFolder, _ rule: String?, parser: String? = nil, startedBy starter: [String] = [], state: String? = nil,
        as profile: Profile? = nil
    ) async throws {
        let configuration = folder.configuration
        self.profile = profile
        output = folder.path + "/output"
        let log = URL(fileURLWithPath: output)
        try Data().write(to: log)
        let broker = try #require(profile?.program("mdoc-broker") ?? Program.path("mdoc-broker"))
        let program = starter + [broker]
        process.executableURL = URL(fileURLWithPath: program[0])
        let deciding = rule.map { ["--decide-without-person", $0, "--pin-file", folder.path + "/pin"] } ?? []
        let role = profile.map { ["--role", $0.role.rawValue] } ?? []
        let hybrid = (profile?.devices ?? configuration.devices).map { ["--hybrid", $0.path] + $0.arguments } ?? []
        process.arguments = Array(program.dropFirst()) + [
            "serve", "--state", state ?? configuration.state, "--runtime", configuration.runtime, "--providers", configuration.providers, "--parser",
            parser ?? profile?.program("mdoc-request-parser") ?? configuration.parser,
        ] + deciding + role + hybrid
        let handle = try FileHandle(forWritingTo: log)
        (process.standardOutput, process.standardError) = (handle, handle)
        if rule == nil { process.standardInput = typing } else { process.standardInput = FileHandle.nullDevice }
        try process.run()
        try await prints("serving at")
    }

    deinit { kill() }

    /// The process's number.
    var identifier: Int32 { process.processIdentifier }

    /// All it has printed; while it prints, that may end within a character.
    func printed() throws -> String { String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self) }

    /// Waits until it has printed something.
    func prints(_ text: String) async throws {
        try await eventually { [process] in
            // Looked at before: what it has printed until its end counts.
            let isRunning = process.isRunning
            if try printed().contains(text) { return true }
            if !isRunning { throw CancellationError() }
            return false
        }
    }

    /// Types a line at its terminal.
    func type(_ line: String) throws { try typing.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Types empty lines for as long as it takes them; how many bytes it has taken, of so many at most.
    func typeLines(upTo most: Int) async throws -> Int {
        let descriptor = typing.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        var (taken, pauses) = (0, 0)
        while taken < most, pauses < 100 {
            let count = Glibc.write(descriptor, lines, lines.count)
            if count > 0 {
                (taken, pauses) = (taken + count, 0)
            } else {
                pauses += 1
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        return taken
    }

    func kill() {
        // One that was never started has the number 0, which means every process of this group.
        guard process.processIdentifier > 0 else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        // Not waitUntilExit: it waits for every other program, too, that was started in the same moment and holds its descriptors.
        while isAlive { usleep(1000) }
    }

    /// Whether a thread of it is left; the first one can be over before others, which hold its sockets.
    private var isAlive: Bool {
        let place = "/proc/\(process.processIdentifier)"
        guard let stat = try? String(contentsOfFile: place + "/stat", encoding: .utf8) else { return false }
        return !stat.contains(") Z ") || ((try? FileManager.default.contentsOfDirectory(atPath: place + "/task"))?.count ?? 0) > 1
    }

    /// Enrols a PIN for a folder's owner, and writes it into the file by which rules know it.
    static func enrol(_ folder: BrokerFolder) async throws {
        try write(BrokerScene.pin, folder)
        try await folder.enrol()
    }

    /// The same as people do it, by the broker's own program.
    static func enrolByProgram(_ folder: BrokerFolder, pin: String = BrokerScene.pin, as profile: Profile? = nil) async throws {
        try write(pin, folder)
        let broker = try #require(profile?.program("mdoc-broker") ?? Program.path("mdoc-broker"))
        // Not Foundation's: its processes are over only when every other program is, too, that was started in the same moment.
        let enrolling = try await Subprocess.run(
            .path(FilePath(broker)), arguments: Arguments(["enrol", "--state", folder.configuration.state, "--phrase", "blue heron"]),
            input: .string("\(pin)\n"), output: .string(limit: 4096), error: .discarded)
        #expect(enrolling.terminationStatus.isSuccess)
    }

    private static func write(_ pin: String, _ folder: BrokerFolder) throws {
        try Data("\(pin)\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/pin"))
    }
}
