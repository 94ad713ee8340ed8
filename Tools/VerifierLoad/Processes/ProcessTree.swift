import Foundation
import Glibc

/// A process and all that it has started.
enum ProcessTree {
    /// Seconds of processor time they have used, with those that have ended.
    static func processorSeconds(of root: Int32) -> Double {
        var parents: [Int32: Int32] = [:]
        var ticks: [Int32: Double] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = Int32(name), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { continue }
            let fields = Array(text[end...].split(separator: " ").dropFirst())
            // Of all fields the 4th is the parent, the 14th to 17th are its own time and that of the children it has waited for.
            guard fields.count > 14, let parent = Int32(fields[1]) else { continue }
            parents[process] = parent
            ticks[process] = fields[11...14].compactMap { Double($0) }.reduce(0, +)
        }
        func isBelow(_ process: Int32) -> Bool {
            var process = process
            while process != root {
                guard let parent = parents[process], parent > 1 else { return false }
                process = parent
            }
            return true
        }
        return ticks.filter { isBelow($0.key) }.values.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
