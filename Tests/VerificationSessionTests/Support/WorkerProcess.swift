import Foundation
import RelyingParty

/// The program `store-worker` at work on a database.
final class WorkerProcess {
    struct Missing: Error, CustomStringConvertible {
        let description = "store-worker is not built; run `swift build --product store-worker`"
    }

    private let process = Process()
    private let folder: URL
    private var output: URL { folder.appendingPathComponent("output") }

    /// Starts a worker on sessions, which it works off in their order.
    ///
    /// - Parameter stays: whether it then waits to be killed, so that nothing else ends it however late that comes.
    init(_ database: StoreDatabase, _ sessions: [(id: SessionIdentifier, binding: [UInt8])], stays: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("worker-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lines = [Sample.auditKey.rawRepresentation.base64EncodedString()] + sessions.map { "\($0.id) \(Data($0.binding).base64EncodedString())" }
        let input = folder.appendingPathComponent("input")
        try Data(((lines + (stays ? ["stay"] : [])).joined(separator: "\n") + "\n").utf8).write(to: input)
        process.executableURL = try Self.executable()
        process.arguments = [database.engine.rawValue.lowercased(), database.location]
        try Data().write(to: folder.appendingPathComponent("output"))
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("output"))
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The sessions of which it said this word. The last line may be cut off, and says nothing then.
    func said(_ word: String) throws -> [String] {
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// Waits until it is at work.
    func settles(_ count: Int) async throws {
        while try said("settled").count < count, process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Ends it as a loss of power would.
    ///
    /// - Returns: whether that is what ended it.
    func killed() -> Bool {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    /// Waits until it has done its work.
    func finished() async throws -> Bool {
        while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    private static func executable() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent("store-worker")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let built = root.appendingPathComponent(".build/debug/store-worker")
        guard FileManager.default.isExecutableFile(atPath: built.path) else { throw Missing() }
        return built
    }
}
