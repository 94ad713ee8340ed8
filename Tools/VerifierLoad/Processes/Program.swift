import Foundation

/// A program that is run for what it prints.
enum Program {
    /// Runs one to its end.
    ///
    /// - Parameters:
    ///   - command: its path, or a name to look for as a shell does, and its arguments.
    ///   - environment: what differs from this program's own.
    static func run(_ command: [String], environment: [String: String] = [:]) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (output, process.terminationStatus)
    }
}
