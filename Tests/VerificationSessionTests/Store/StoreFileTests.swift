import Foundation
import Testing
import VerificationSessions

/// The file of an SQLite store.
@Suite("Store: the file")
struct StoreFileTests {
    @Test("A new file, and those that SQLite puts beside it, are its owner's alone")
    func rights() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            _ = try await database.open().handedOut()
            let folder = URL(fileURLWithPath: database.location).deletingLastPathComponent().path
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.contains("sessions.sqlite") && names.contains("sessions.sqlite-wal"))
            for name in names {
                let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
        }
    }
}
