import Foundation
import Testing
import VectorSupport

/// What people share is in the memory of the examples' servers while they show it or decide by it.
@Suite("The memory of the examples' servers")
struct ServerMemoryTests {
    @Test(
        "Neither a core dump nor a report of a crash shows it, whatever the environment says",
        .enabled(if: !CrashSignals.areOfSanitizer, "a sanitizer takes the signals of crashes itself"),
        arguments: [
            ("spaceship-rentals", ["--service", "http://127.0.0.1:1", "--port", "0"], "listening on "),
            // Any text is a key as far as starting goes.
            ("docking-office", ["--key-file", #filePath, "--port", "0"], "The harbour office is open at "),
        ])
    func crashes(name: String, arguments: [String], beginning: String) throws {
        let program = URL(fileURLWithPath: TestSite.program).deletingLastPathComponent().appendingPathComponent(name)
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(name) is not built")
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=yes", "VERIFIER_KEY": "key"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runBounded()
        defer { process.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(line.hasPrefix(beginning), "\(line)")
        #expect(try CoreDump.isEmpty(of: process.processIdentifier))
        #expect(try !CrashSignals.areTaken(by: process.processIdentifier))
    }
}
