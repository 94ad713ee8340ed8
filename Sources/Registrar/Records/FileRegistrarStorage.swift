#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A ledger in a JSON file, replaced as a whole at every change. For one process at a time.
public struct FileRegistrarStorage: RegistrarStorage {
    /// Largest file that is read, in bytes.
    public static let maximumBytes = 64 << 20

    private let path: String

    /// Keeps the ledger in a file, which need not exist; its folder must.
    public init(path: String) { self.path = path }

    /// Reads the file.
    public func load() throws(RegistrarError) -> RegistrarLedger? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard data.count <= Self.maximumBytes else { throw CocoaError(.fileReadTooLarge) }
            return try JSONDecoder().decode(RegistrarLedger.self, from: data)
        } catch {
            throw RegistrarError(.storage, "the ledger at \(path) cannot be read", mend: "restore it from a copy; it is not changed by hand")
        }
    }

    /// Writes a new file beside the old one and puts it in its place.
    public func save(_ ledger: RegistrarLedger) throws(RegistrarError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            try encoder.encode(ledger).write(to: URL(fileURLWithPath: path), options: .atomic)
            // It names people's mailboxes.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw RegistrarError(.storage, "the ledger at \(path) cannot be written", mend: "check the folder and its permissions")
        }
    }
}
