import Foundation

/// What a process holds of the machine's memory.
public enum ResidentMemory {
    /// Bytes that a process holds now, this one unless another is named; 0 where the kernel does not say.
    public static func bytes(of process: Int32? = nil) -> Int {
        let name = process.map { "\($0)" } ?? "self"
        guard let text = try? String(contentsOfFile: "/proc/\(name)/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(CInt(_SC_PAGESIZE)) : 0
    }
}
