import Foundation
import IssuingAuthority
import NIOCore
import NIOPosix
import Registrar
import Testing
import VectorSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The program mdoc-registrar")
struct ProgramTests {
    /// The program lies beside the test bundle.
    private static func program() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent("mdoc-registrar")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../.build/debug/mdoc-registrar").standardized
        return try #require(FileManager.default.isExecutableFile(atPath: root.path) ? root : nil, "mdoc-registrar is not built")
    }

    private func process(_ arguments: [String], _ output: Pipe, errors: Pipe? = nil, environment: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = try Self.program()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        if let errors { process.standardError = errors } else { process.standardError = FileHandle.nullDevice }
        try process.runBounded()
        return process
    }

    /// A registrar, in a folder of its own.
    private func registrar() throws -> (TemporaryFolder, RegistrarWorld) {
        let (folder, world) = (try TemporaryFolder(), try RegistrarWorld())
        try folder.write("\(RegistrarFolder.authorityName).pem", world.authority.identity.certificatePEM)
        try folder.write("\(RegistrarFolder.authorityName)-key.pem", world.authority.identity.privateKeyPEM)
        try RegistrarFolder(folder.url.path).storage.begin(world.ledger)
        return (folder, world)
    }

    @Test("It serves a folder on loopback, leaves no core dump with its key, and ends in order when asked to")
    func serves() async throws {
        let (folder, world) = try registrar()
        defer { folder.remove() }
        let output = Pipe()
        let process = try process(["--registrar", folder.url.path, "--port", "0"], output)
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let address = try #require(line.split(separator: " ").last.flatMap { URL(string: String($0).trimmingCharacters(in: .whitespacesAndNewlines)) }, "\(line)")
        #expect(address.host == "127.0.0.1")
        let (root, _) = try await URLSession.shared.data(from: address.appendingPathComponent("root"))
        #expect(String(decoding: root, as: UTF8.self) == world.authority.identity.certificatePEM)
        #expect(try CoreDump.isEmpty(of: process.processIdentifier))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
    }

    @Test("It ends in order when its terminal closes, too (SIGHUP)")
    func hangUp() throws {
        let (folder, _) = try registrar()
        defer { folder.remove() }
        let output = Pipe()
        let process = try process(["--registrar", folder.url.path, "--port", "0"], output)
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(line.hasPrefix("listening on "), "\(line)")
        kill(process.processIdentifier, SIGHUP)
        // Where these tests run with nohup it has that ignored, and goes on.
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        if status?.contains(/SigIgn:\s*[0-9a-f]*[13579bdf]\n/) == true { process.terminate() }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
    }

    @Test("Where it listens is said as a URL, at an address of IPv6, too", .enabled(if: IPv6Loopback.isThere, "this machine has no ::1"))
    func address() throws {
        let (folder, _) = try registrar()
        defer { folder.remove() }
        let output = Pipe()
        let process = try process(["--registrar", folder.url.path, "--host", "::1", "--port", "0"], output)
        defer { process.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(line.contains(#/^listening on http://\[::1\]:[0-9]+\n$/#), "\(line)")
    }

    @Test(
        "A crash is not reported with its key or anybody's token, whatever the environment says",
        .enabled(if: !CrashSignals.areOfSanitizer, "a sanitizer takes the signals of crashes itself"))
    func crashes() throws {
        let (folder, _) = try registrar()
        defer { folder.remove() }
        let output = Pipe()
        let process = try process(["--registrar", folder.url.path, "--port", "0"], output, environment: ["SWIFT_BACKTRACE": "enable=yes"])
        defer { process.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(line.hasPrefix("listening on "), "\(line)")
        #expect(try !CrashSignals.areTaken(by: process.processIdentifier))
    }

    @Test("Without a registrar in the folder it does not start")
    func missing() throws {
        let errors = Pipe()
        let process = try process(["--registrar", "/nonexistent"], Pipe(), errors: errors)
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(message.hasPrefix("Error: registrar.storage: the authority in /nonexistent cannot be read"), "\(message)")
        #expect(!message.contains("Usage:"), "its options are right")
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 1)
    }

    @Test("Where another program listens it says so, and by what to name another address")
    func occupied() async throws {
        let (folder, _) = try registrar()
        defer { folder.remove() }
        let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let (output, errors) = (Pipe(), Pipe())
        let process = try process(["--registrar", folder.url.path, "--port", "\(port)"], output, errors: errors)
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(message.hasSuffix("Error: 127.0.0.1:\(port) is in use by another program; give another address (--host, --port)\n"), "\(message)")
        #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty, "it says that it listens")
        #expect(process.terminationStatus == 1)
        try await other.close()
    }
}
