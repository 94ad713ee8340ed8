import Foundation
import Glibc

/// `mdoc-native-host` in a process of its own, as a browser starts it.
final class HostProcess {
    private let process = Process()
    private let toHost = Pipe()
    private let fromHost = Pipe()

    /// - Parameter socket: the broker's, for user agents.
    init(_ program: String, socket: String) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.environment = ProcessInfo.processInfo.environment.merging(["MDOC_AGENTS_SOCKET": socket]) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (toHost, fromHost, FileHandle.nullDevice)
        // So little that a long message stays with the host until somebody reads it.
        _ = fcntl(fromHost.fileHandleForWriting.fileDescriptor, CInt(1031) /* F_SETPIPE_SZ, hidden from Swift */, 4096)
        try process.run()
    }

    deinit { process.terminate() }

    /// The process's number.
    var identifier: Int32 { process.processIdentifier }

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

    /// How many bytes wait to be read.
    var waiting: Int {
        var count: CInt = 0
        return ioctl(fromHost.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}
