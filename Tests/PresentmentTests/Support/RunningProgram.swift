import Foundation
import Glibc
import Testing
import VectorSupport

/// Processes that run a program, by what the kernel says of them.
struct RunningProgram {
    let path: String

    /// Their numbers.
    var processes: [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }.filter { process in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) == path
        }
    }

    /// Waits until there is one, and kills it.
    func kill() async throws {
        try await eventually { !processes.isEmpty }
        for process in processes { Glibc.kill(process, SIGKILL) }
    }

    /// Which things are recognised anywhere in a process's memory; nil where the kernel does not let this user look, which is said. It lets root.
    /// A sanitizer's own memory is more than can be searched.
    static func found(_ traces: Traces, inMemoryOf process: Int32) -> Set<String>? {
        guard !Program.isSanitized else { return nil }
        if let found = search(process, for: traces) { return found }
        if geteuid() == 0 {
            Issue.record("root cannot read the memory of process \(process)")
        } else {
            print("the memory of process \(process) was not searched: it takes root to read it")
        }
        return nil
    }

    private static func search(_ process: Int32, for traces: Traces) -> Set<String>? {
        guard let maps = try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8) else { return nil }
        let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return nil }
        defer { close(memory) }
        var found: Set<String> = []
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ")
            let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard bounds.count == 2, fields[1].hasPrefix("rw"), bounds[1] - bounds[0] <= 1 << 30 else { continue }
            var bytes = Data(count: Int(bounds[1] - bounds[0]))
            let count = bytes.withUnsafeMutableBytes { pread(memory, $0.baseAddress, $0.count, off_t(bounds[0])) }
            guard count > 0 else { continue }
            found.formUnion(traces.found(in: bytes.prefix(count)))
        }
        return found
    }
}
