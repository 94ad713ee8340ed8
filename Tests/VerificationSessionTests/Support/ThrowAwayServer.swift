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
        // A file: the server that is started inherits a pipe's end and would keep it open.
        let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Unexpected() }
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
}
