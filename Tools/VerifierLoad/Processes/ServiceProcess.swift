import Foundation
import Glibc

/// A running `mdoc-verifier`.
final class ServiceProcess: Served {
    struct DidNotStart: Error, CustomStringConvertible {
        let log: String
        var description: String { "mdoc-verifier did not start: \(log)" }
    }

    private let process: Process
    /// Such as `http://127.0.0.1:8080`.
    let url: String

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - log: the file its log is appended to.
    ///   - cores: the processor cores it may use, as taskset names them; nil leaves it all.
    ///   - environment: what differs from the configuration in the folder.
    init(program: String, folder: String, log: String, cores: String? = nil, environment: [String: String]) throws {
        let process = Process()
        let serve = [program, "serve", "--config", folder + "/verifier.yaml", "--log-level", "warning"]
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = (cores.map { ["taskset", "-c", $0] } ?? []) + serve
        process.environment = ProcessInfo.processInfo.environment.merging(["VERIFIER_LISTEN": "127.0.0.1:0"]) { $1 }.merging(environment) { $1 }
        if !FileManager.default.fileExists(atPath: log) { _ = FileManager.default.createFile(atPath: log, contents: nil) }
        let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try errors.seekToEnd()
        process.standardError = errors
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        var line = ""
        while !line.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw DidNotStart(log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "") }
            line += String(decoding: data, as: UTF8.self)
        }
        url = line.replacing("service: ", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    var page: String { url }
    var backend: String { url }

    func costs() -> ServedCosts { ServedCosts(services: processorSeconds) }

    /// Names it to the system.
    var processIdentifier: Int32 { process.processIdentifier }

    /// False once it ended, by itself or not.
    var isRunning: Bool { process.isRunning }

    /// Seconds of processor time it has used, in all its threads.
    var processorSeconds: Double { ProcessorTime.seconds(of: process.processIdentifier) }

    /// Its resident memory in bytes.
    var residentBytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(separator: " ").dropLast().last.flatMap({ Int($0) })
        else { return 0 }
        return kilobytes * 1024
    }

    /// Ends it at once, with no chance to finish anything.
    func kill() {
        _ = Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end, and waits.
    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// Once it has ended.
    var exitStatus: Int32 { process.terminationStatus }
}
