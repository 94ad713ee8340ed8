import Foundation
import VectorSupport

/// The built program, run as a user runs it.
enum Tool {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// What a run left behind.
    struct Run {
        let exitCode: Int32
        let output: String
        let outputBytes: Data
        let errors: String

        /// The output as a JSON object.
        func json() throws -> [String: Any] {
            guard let object = try JSONSerialization.jsonObject(with: outputBytes) as? [String: Any] else {
                throw Missing(description: "the output is not a JSON object: \(output) \(errors)")
            }
            return object
        }

        /// The checks of a verification that ended in a certain way, each once, sorted.
        func checks(_ outcome: String) throws -> [String] {
            let checks = try json()["checks"] as? [[String: Any]] ?? []
            return Array(Set(checks.filter { $0["outcome"] as? String == outcome }.compactMap { $0["id"] as? String })).sorted()
        }

        /// How often a check ended in a certain way.
        func count(_ identifier: String, _ outcome: String) throws -> Int {
            let checks = try json()["checks"] as? [[String: Any]] ?? []
            return checks.count { $0["id"] as? String == identifier && $0["outcome"] as? String == outcome }
        }
    }

    /// The program lies beside the test bundle, wherever that was built, unless `MDOC_PROGRAM` names it.
    private static func executable() throws -> URL {
        try ProcessInfo.processInfo.environment["MDOC_PROGRAM"].map { URL(fileURLWithPath: $0) } ?? built("mdoc")
    }

    /// A program that was built with the tests.
    static func built(_ name: String) throws -> URL {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(name)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue { return candidate }
            folder.deleteLastPathComponent()
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let plain = root.appendingPathComponent(".build/debug/\(name)")
        guard FileManager.default.fileExists(atPath: plain.path) else {
            throw Missing(description: "\(name) is not built; run `swift build --product \(name)`")
        }
        return plain
    }

    /// Runs the program.
    static func run(_ arguments: [String], input: Data? = nil, in folder: Folder) throws -> Run {
        let process = Process()
        process.executableURL = try executable()
        process.arguments = arguments
        return try run(process, input: input, in: folder)
    }

    /// Starts the program, and leaves it to its work.
    static func start(_ arguments: [String], input: Data? = nil, in folder: Folder) throws -> Started {
        let process = Process()
        process.executableURL = try executable()
        process.arguments = arguments
        return try Started(process, input: input, in: folder)
    }

    /// Runs lines of a shell that finds the program.
    static func shell(_ lines: String, in folder: Folder) throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "mdoc() { \"$MDOC\" \"$@\"; }\n\(lines)"]
        process.environment = ProcessInfo.processInfo.environment.merging(["MDOC": try executable().path]) { _, new in new }
        return try run(process, input: nil, in: folder)
    }

    private static func run(_ process: Process, input: Data?, in folder: Folder) throws -> Run {
        let started = try Started(process, input: input, in: folder)
        process.waitUntilExit()
        return try started.printed()
    }

    /// A program at work. It ends with its owner.
    final class Started: Sendable {
        private let process: Process
        private let folder: Folder
        // Files, since a pipe nobody reads in time stops the program once it is full.
        private let names = ["in", "out", "err"].map { "stream-\(UUID().uuidString)-\($0)" }

        fileprivate init(_ process: Process, input: Data?, in folder: Folder) throws {
            self.process = process
            self.folder = folder
            process.currentDirectoryURL = folder.url
            for name in names { try folder.write(name, Data()) }
            if let input { try folder.write(names[0], input) }
            process.standardInput = try FileHandle(forReadingFrom: folder.url.appendingPathComponent(names[0]))
            process.standardOutput = try FileHandle(forWritingTo: folder.url.appendingPathComponent(names[1]))
            process.standardError = try FileHandle(forWritingTo: folder.url.appendingPathComponent(names[2]))
            try process.runBounded()
        }

        deinit {
            if process.isRunning { process.terminate() }
            for name in names { folder.remove(name) }
        }

        var isRunning: Bool { process.isRunning }

        /// Waits for its end, and holds no thread meanwhile: whoever it talks to may be in this process.
        func ended() async throws -> Run {
            while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
            return try printed()
        }

        /// What it has left behind, once it has ended.
        fileprivate func printed() throws -> Run {
            let output = try folder.read(names[1])
            return Run(
                exitCode: process.terminationStatus, output: String(decoding: output, as: UTF8.self), outputBytes: output,
                errors: String(decoding: try folder.read(names[2]), as: UTF8.self))
        }
    }
}
