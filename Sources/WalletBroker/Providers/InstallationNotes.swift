import Foundation
import OwnerOnlyFiles

/// Which installation of each provider its registrations are of, in a file beside the registry. Both name the broker's last start, so that a
/// copy of one that was brought back is told from what was left.
struct InstallationNotes: Sendable {
    /// What is noted.
    struct Content: Codable {
        /// Names the broker's last start.
        var start: Int32
        /// The installations, by the providers' names.
        var installations: [String: String]
    }

    private static let maximumBytes = 1 << 20

    /// Where they are.
    let file: String

    /// What was noted; nil where nothing was, or nothing that can be read.
    func read() -> Content? {
        guard let bytes = try? OwnerOnlyFile.read(file, atMost: Self.maximumBytes) else { return nil }
        return try? JSONDecoder().decode(Content.self, from: Data(bytes))
    }

    /// Notes all of it, in place of what was noted.
    func write(_ content: Content) throws(ProviderRegistryError) {
        do {
            try OwnerOnlyFile.write(Array(JSONEncoder().encode(content)), to: file)
        } catch { throw .unavailable("\(file): \(error)") }
    }
}
