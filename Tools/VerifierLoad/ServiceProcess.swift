import Foundation
import Glibc

/// A running `mdoc-verifier`.
final class ServiceProcess: Sendable {
    struct DidNotStart: Error, CustomStringConvertible {
        let description = "mdoc-verifier did not start; see its output above"
    }

    private let process: Process
    /// Such as `http://127.0.0.1:8080`.
    let url: String

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - core: the one processor core it may use; nil leaves it all.
    ///   - environment: what differs from the configuration in the folder.
    init(program: String, folder: String, core: Int? = nil, environment: [String: String] = [:]) throws {
        let process = Process()
        let serve = [program, "serve", "--config", folder + "/verifier.yaml", "--log-level", "warning"]
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = (core.map { ["taskset", "-c", String($0)] } ?? []) + serve
        process.environment = ProcessInfo.processInfo.environment.merging(["VERIFIER_LISTEN": "127.0.0.1:0"]) { $1 }.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        var line = ""
        while !line.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw DidNotStart() }
            line += String(decoding: data, as: UTF8.self)
        }
        url = line.replacing("service: ", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends it at once, with no chance to finish anything.
    func kill() {
        _ = Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end, and waits.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
