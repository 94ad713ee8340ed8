import Foundation

/// What the kernel would write of a process that crashed.
public enum CoreDump {
    /// Whether nothing of a process's memory would be written anywhere.
    public static func isEmpty(of process: Int32) throws -> Bool {
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let filter = try String(contentsOfFile: "/proc/\(process)/coredump_filter", encoding: .utf8)
        return limits.contains(#/Max core file size +[01] +[01] /#) && filter.allSatisfy { "0\n".contains($0) }
    }
}
