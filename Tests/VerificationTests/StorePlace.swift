import Foundation

/// A folder for a store, gone with its owner.
final class StorePlace: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
    var path: String { url.path }

    deinit { try? FileManager.default.removeItem(at: url) }

    func files(_ folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: url.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    }
}
