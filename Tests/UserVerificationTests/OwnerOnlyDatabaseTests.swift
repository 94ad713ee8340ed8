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

    @Test("What SQLite says comes with how to mend it, where that is known")
    func reasons() {
        func reason(_ code: ResultCode) -> String { DatabaseError(resultCode: code).reason }
        let held = "another program has held it for several seconds; try again when that is done, or end it if it hangs"
        #expect(reason(.SQLITE_BUSY) == "SQLite says 5 (database is locked): \(held)")
        #expect(reason(.SQLITE_BUSY_SNAPSHOT) == "SQLite says 517 (database is locked): \(held)")
        #expect(reason(.SQLITE_FULL).hasSuffix(": its disk is full; make room there"))
        #expect(reason(.SQLITE_CANTOPEN).contains(": check that the user who runs this program may "))
        #expect(reason(.SQLITE_READONLY).contains(": check that the user who runs this program may "))
        #expect(reason(.SQLITE_IOERR_READ).hasSuffix(": its disk or file system fails; look into the system's log"))
        #expect(reason(.SQLITE_NOTADB) == "SQLite says 26 (file is not a database)")
    }
}
