import Foundation

/// A PostgreSQL of one test, which it may stop and start as it likes; see `scripts/postgres`.
final class ThrowAwayServer {
    let connection: String
    private let folder: String

    init() throws {
        folder = "/tmp/verification-" + UUID().uuidString.prefix(8)
        connection = try Self.run(["start", folder]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func run(_ command: String) throws { _ = try Self.run([command, folder]) }

    func stop() { try? run("stop") }

    private static func run(_ arguments: [String]) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appendingPathComponent("scripts/postgres")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Unexpected() }
        return text
    }
}
