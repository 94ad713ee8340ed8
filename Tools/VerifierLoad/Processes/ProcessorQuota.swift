import Foundation
import Glibc

/// A share of a processor core for one process, by a control group of its own.
struct ProcessorQuota {
    private let folder: String
    private static let root = "/sys/fs/cgroup"
    private static let period = 100_000

    /// Makes the group; nil where none can be made here.
    ///
    /// - Parameter share: such as 0.25 for a quarter of a core.
    init?(share: Double) {
        let name: String = "verifier-load-" + UUID().uuidString.prefix(8)
        let quota = Int(share * Double(Self.period))
        // The unified hierarchy has one file for both; the older one has a hierarchy for each controller.
        let isUnified = FileManager.default.fileExists(atPath: Self.root + "/cgroup.controllers")
        folder = Self.root + (isUnified ? "/" : "/cpu/") + name
        if isUnified { _ = Self.write("+cpu", Self.root + "/cgroup.subtree_control") }
        guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)) != nil else { return nil }
        let isSet =
            isUnified
            ? Self.write("\(quota) \(Self.period)", folder + "/cpu.max")
            : Self.write("\(Self.period)", folder + "/cpu.cfs_period_us") && Self.write("\(quota)", folder + "/cpu.cfs_quota_us")
        guard isSet else {
            remove()
            return nil
        }
    }

    /// Puts a process into the group, with all its threads.
    func limit(_ process: Int32) -> Bool { Self.write("\(process)", folder + "/cgroup.procs") }

    /// Removes the group, once its process has ended.
    func remove() { _ = rmdir(folder) }

    private static func write(_ text: String, _ file: String) -> Bool {
        guard let handle = FileHandle(forWritingAtPath: file) else { return false }
        defer { try? handle.close() }
        return (try? handle.write(contentsOf: Data(text.utf8))) != nil
    }
}
