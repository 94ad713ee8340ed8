import Foundation

/// A folder for one test, gone with its owner.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("provider-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Every byte of every file below.
    func contents() throws -> Data {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path)
        return names.reduce(into: Data()) { $0 += FileManager.default.contents(atPath: "\(path)/\($1)") ?? Data() }
    }
}
