import Foundation

/// What a process holds of the machine's memory.
public enum ResidentMemory {
    /// Whether this process runs one test and no other, as `make storm` has it: what it holds is of that test then.
    public static let isOfOneTest = ProcessInfo.processInfo.environment["MDOC_ONE_TEST"] != nil

    /// Bytes that a process holds now, this one unless another is named; 0 where the kernel does not say.
    public static func bytes(of process: Int32? = nil) -> Int {
        let name = process.map { "\($0)" } ?? "self"
        guard let text = try? String(contentsOfFile: "/proc/\(name)/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(CInt(_SC_PAGESIZE)) : 0
    }
}
