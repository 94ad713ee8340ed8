import Foundation
import LoopbackServers
import MobileDocument
import VectorSupport

/// The peer in Python, beside a tunnel on this machine.
struct ForeignPeer: Sendable {
    private static let interpreter = ProcessInfo.processInfo.environment["MDOC_PYTHON"].flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }

    static var isAvailable: Bool { interpreter != nil }

    /// The peer says in its code when it was made, so these tests go by the clock.
    static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }

    private let tunnel: RunningTunnel
    private let folder: URL

    struct Absent: Error {}

    init(_ tunnel: RunningTunnel) throws {
        self.tunnel = tunnel
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(tunnel.authorityPEM.utf8).write(to: folder.appendingPathComponent("authority.pem"))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Keeps bytes for the peer to read.
    func file(_ bytes: [UInt8]) throws -> String {
        let file = folder.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// A port for adverts.
    func advertPort() throws -> Int { try DatagramPort.free() }

    /// Starts the peer in a role; its lines as they come, and how it ends.
    func start(_ role: String, _ arguments: [String]) throws -> (lines: AsyncStream<String>, process: Running) {
        try Self.run(
            "hybrid_peer.py", [role, "--tunnel", "\(tunnel.port)", "--authority", folder.appendingPathComponent("authority.pem").path] + arguments)
    }

    /// Has other people's validators look at messages; a line for each, and whether all is well.
    static func check(_ messages: [(kind: String, bytes: [UInt8])]) throws -> (lines: AsyncStream<String>, process: Running) {
        try run("hybrid_messages.py", messages.map { "\($0.kind)=\(Hex.text($0.bytes))" })
    }

    private static func run(_ name: String, _ arguments: [String]) throws -> (lines: AsyncStream<String>, process: Running) {
        guard let interpreter else { throw Absent() }
        let script = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Interop/\(name)").standardized
        let process = Process()
        process.executableURL = URL(fileURLWithPath: interpreter)
        process.arguments = [script.path] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        let (statuses, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ended.yield(process.terminationStatus)
            ended.finish()
        }
        try process.run()
        let lines = pipe.lines
        return (lines, Running(statuses: statuses))
    }

    /// A peer that was started.
    struct Running: Sendable {
        fileprivate let statuses: AsyncStream<Int32>

        /// Its exit status, once it has ended.
        var status: Int32 {
            get async {
                for await status in statuses { return status }
                return -1
            }
        }
    }
}
