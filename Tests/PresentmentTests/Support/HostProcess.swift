import Foundation
import Glibc

/// `mdoc-native-host` in a process of its own, as a browser starts it.
final class HostProcess {
    private let process = Process()
    private let toHost = Pipe()
    private let fromHost = Pipe()
    private let folder: TemporaryFolder
    /// What it says on standard error.
    private var complaints: String { folder.path + "/complaints" }

    /// - Parameter socket: the broker's, for user agents.
    init(_ program: String, socket: String) throws {
        folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: complaints))
        let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: complaints))
        process.executableURL = URL(fileURLWithPath: program)
        process.environment = ProcessInfo.processInfo.environment.merging(["MDOC_AGENTS_SOCKET": socket]) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (toHost, fromHost, errors)
        // So little that a long message stays with the host until somebody reads it.
        _ = fcntl(fromHost.fileHandleForWriting.fileDescriptor, CInt(1031) /* F_SETPIPE_SZ, hidden from Swift */, 4096)
        try process.run()
    }

    deinit { process.terminate() }

    /// The process's number.
    var identifier: Int32 { process.processIdentifier }

    /// By the kernel's word: Foundation's waits for every other program, too, that was started in the same moment and holds its descriptors.
    var hasEnded: Bool { (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8))?.contains(") Z ") ?? true }

    /// All it has said on standard error.
    func complained() throws -> String { try String(contentsOfFile: complaints, encoding: .utf8) }

    func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

    /// Says something to it.
    func say(_ message: [String: String]) throws {
        let text = try JSONSerialization.data(withJSONObject: message)
        try toHost.fileHandleForWriting.write(contentsOf: withUnsafeBytes(of: UInt32(text.count)) { Data($0) } + text)
    }

    /// A member of what it says next; nil when it has ended.
    func hear(_ member: String) throws -> String? {
        guard let header = try fromHost.fileHandleForReading.read(upToCount: 4), header.count == 4 else { return nil }
        let count = Int(header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        guard let text = try fromHost.fileHandleForReading.read(upToCount: count) else { return nil }
        return (try JSONSerialization.jsonObject(with: text) as? [String: Any])?[member] as? String
    }

    /// The same once there is something, and until then no thread is held: for who serves the broker in this process.
    func next(_ member: String) async throws -> String? {
        try await eventually { waiting > 0 }
        return try hear(member)
    }

    /// How many bytes wait to be read.
    var waiting: Int {
        var count: CInt = 0
        return ioctl(fromHost.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}
