import Foundation

/// What Linux says of this process's memory.
enum ProcessStatus {
    /// A line of `/proc/self/status`, such as `VmRSS`, in kilobytes; 0 where the system does not say.
    static func kilobytes(_ name: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
