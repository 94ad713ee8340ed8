#if os(Linux)
import Foundation
import HybridTransport
import HybridTunnel
import LoopbackServers
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import VectorSupport

/// `mdoc-tunnel` at work, with a certificate for its name.
struct TunnelProcess: Sendable {
    struct DidNotStart: Error, CustomStringConvertible {
        let description = "mdoc-tunnel is not built or does not start; run `swift build --product mdoc-tunnel`"
    }

    let domain: TunnelDomain
    private let process: Process
    private let folder: URL
    private let port: Int
    private let authority: NIOSSLCertificate

    var dialer: TunnelDialer { TunnelDialer(trust: .certificates([authority]), addresses: [domain: TunnelAddress(host: "127.0.0.1", port: port)]) }

    var identifier: Int32 { process.processIdentifier }

    /// Starts it, with these variables over those of this process, and waits until it listens.
    static func start(_ environment: [String: String] = [:], host: String = "127.0.0.1") async throws -> TunnelProcess {
        let domain = try TunnelDomain(RunningTunnel.number)
        let credentials = try WebCredentials(domain.host)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tunnel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in [("certificate", credentials.certificatePEM), ("key", credentials.keyPEM)] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let log = folder.appendingPathComponent("log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = try program()
        process.arguments = [
            "--domain", "\(domain.number)", "--host", host, "--port", "0", "--certificate", folder.appendingPathComponent("certificate").path,
            "--key", folder.appendingPathComponent("key").path,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        while process.isRunning {
            let words = try String(contentsOf: log, encoding: .utf8)
            if words.hasSuffix("\n"), let port = words.split(separator: ":").last.flatMap({ Int($0.trimmingCharacters(in: .newlines)) }) {
                let authority = try NIOSSLCertificate(bytes: Array(credentials.authorityPEM.utf8), format: .pem)
                return TunnelProcess(domain: domain, process: process, folder: folder, port: port, authority: authority)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw DidNotStart()
    }

    /// Runs it to its end; how it ended, and what it printed as an error.
    ///
    /// - Parameters:
    ///   - output: where its output goes.
    ///   - openFiles: its hard limit of open files; nil for that of this process.
    static func run(_ arguments: [String], output: String = "/dev/null", openFiles: Int? = nil) throws -> (status: Int32, errors: String) {
        let process = Process()
        let built = try program()
        process.executableURL = openFiles == nil ? built : URL(fileURLWithPath: "/bin/sh")
        process.arguments = (openFiles.map { ["-c", "ulimit -n \($0) && exec \"$0\" \"$@\"", built.path] } ?? []) + arguments
        let errors = Pipe()
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.standardError = errors
        try process.runBounded()
        let printed = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, printed)
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    /// What it has printed.
    var words: String { (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? "" }

    /// Which of these its memory holds now.
    func holds(_ traces: Traces) throws -> Set<String> {
        let maps = try String(contentsOfFile: "/proc/\(process.processIdentifier)/maps", encoding: .utf8)
        let memory = open("/proc/\(process.processIdentifier)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EPERM) }
        defer { close(memory) }
        var found: Set<String> = []
        for line in maps.split(separator: "\n") where !line.contains("[v") {
            let parts = line.split(separator: " ", maxSplits: 2)
            let range = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard parts[1].hasPrefix("r"), range.count == 2 else { continue }
            var content = Data(count: Int(range[1] - range[0]))
            let count = content.withUnsafeMutableBytes { pread(memory, $0.baseAddress, $0.count, off_t(range[0])) }
            guard count > 0 else { continue }
            found.formUnion(traces.found(in: content.prefix(count)))
        }
        return found
    }

    /// What it answers to whoever runs it.
    func metrics() async throws -> String {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates([authority])
        let context = try NIOSSLContext(configuration: configuration)
        let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: domain.host))
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        let text = Mutex("")
        do {
            try await connection.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"))
                for try await part in inbound { text.withLock { $0 += String(buffer: part) } }
            }
        } catch where text.withLock({ !$0.isEmpty }) {
            // The service ends the connection once it has answered, and may be before the client with it.
        }
        return text.withLock { $0 }
    }

    private static func program() throws -> URL {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
        let plain = root.appendingPathComponent(".build/debug")
        // A sanitizer's own memory is more than can be searched, so the program that is searched was built without.
        let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
        let candidates = (isSanitized ? [plain] : [tests, plain]).map { $0.appendingPathComponent("mdoc-tunnel") }
        guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { throw DidNotStart() }
        return program
    }
}
#endif
