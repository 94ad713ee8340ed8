import Foundation

/// The signals by which the kernel ends a process that crashes.
public enum CrashSignals {
    private struct Unreadable: Error {}

    /// Whether this process, and programs that were built with it, have a sanitizer, which takes these signals itself.
    public static let areOfSanitizer = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }

    private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Whether a process takes any of them itself, as the Swift runtime does to report a crash.
    public static func areTaken(by process: Int32) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
            let taken = UInt64(line.dropFirst("SigCgt:".count).trimmingCharacters(in: .whitespaces), radix: 16)
        else { throw Unreadable() }
        return all.contains { taken >> UInt64($0 - 1) & 1 == 1 }
    }
}
