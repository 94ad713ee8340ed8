import Foundation

/// A folder that is there for one run.
enum TemporaryFolder {
    static func make(_ name: String) -> String {
        FileManager.default.temporaryDirectory.path + "/" + name + "-" + UUID().uuidString.prefix(8)
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
