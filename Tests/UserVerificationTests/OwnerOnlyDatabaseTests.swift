import Foundation
import GRDB
import OwnerOnlyDatabases
import Testing

@Suite("SQLite files of one owner")
struct OwnerOnlyDatabaseTests {
    /// Whether a new file's writing connection synchronises at every commit (2 is FULL), and overwrites what is deleted.
    private func settings<Access: DatabaseWriter>(_ access: (String, Configuration) throws -> Access) throws -> [Int?] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("owner-only-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try OwnerOnlyDatabase.open(folder.path + "/file.sqlite", label: "test", migrator: DatabaseMigrator(), as: access)
        defer { try? database.close() }
        return try database.writeWithoutTransaction { database in
            try ["synchronous", "secure_delete"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
        }
    }

    @Test("What was changed is on the disk, and what was deleted is gone from it, whether one connection is used or a pool")
    func settings() throws {
        #expect(try settings(DatabaseQueue.init(path:configuration:)) == [2, 1])
        #expect(try settings(DatabasePool.init(path:configuration:)) == [2, 1])
    }
}
