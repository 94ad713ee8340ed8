import Foundation

/// A folder that only its owner can enter, and that goes with the value.
final class ThrowawayFolder {
    /// A file as it was left.
    struct Kept: Equatable {
        let content: Data?
        let written: Date?
    }

    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("conformance-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// All that is in it, by its names.
    func kept() throws -> [String: Kept] {
        let manager = FileManager.default
        return try Dictionary(
            uniqueKeysWithValues: manager.subpathsOfDirectory(atPath: path).map { name in
                let file = "\(path)/\(name)"
                let written = try manager.attributesOfItem(atPath: file)[.modificationDate] as? Date
                return (name, Kept(content: manager.contents(atPath: file), written: written))
            })
    }
}
