import Foundation
import Glibc
import Testing

/// The signals by which the kernel ends a process that crashes.
enum CrashSignals {
    private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Whether a process takes any of them itself, as the Swift runtime does to report a crash.
    static func areTaken(by process: Int32) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
        let taken = try #require(UInt64(line.dropFirst("SigCgt:".count).trimmingCharacters(in: .whitespaces), radix: 16))
        return all.contains { taken >> UInt64($0 - 1) & 1 == 1 }
    }
}
