import Foundation
import GRDB
import Testing
import VerificationSessions

@testable import PostgreSQLVerificationStore
@testable import SQLiteVerificationStore

/// What is told of a store before it is opened, and stores that are opened to read them.
@Suite("Store: before it is opened")
struct StorePreparationTests {
    @Test("Where there is nothing yet, asking makes nothing, and what only reads is refused", arguments: StoreEngine.present)
    func creation(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            #expect(try await database.preparation() == .creation)
            await #expect(throws: StoreFailure.self) { _ = try await database.openToRead() }
            #expect(try await database.preparation() == .creation)
            _ = try await database.open()
            #expect(try await database.preparation() == .nothing)
        }
    }

    @Test("What is opened to read gives its audit records, beside those who write", arguments: StoreEngine.present)
    func reading(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            _ = try await store.settled()
            let reading = try await database.openToRead()
            #expect(try await reading.checkedAudit().count == 1)
            _ = try await store.settled()
            #expect(try await reading.checkedAudit().count == 2)
            await reading.close()
        }
    }

    @Test("An SQLite file that is opened to read cannot be changed")
    func readOnly() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            _ = try await database.open()
            let reading = try await database.openToRead()
            await #expect(throws: StoreFailure.self) { try await reading.insert(Sample.record()) }
            await reading.close()
        }
    }

    @Test("A file in a folder where no log can be put beside it is read as it is; with a log beside it, that is read as well")
    func readOnlyFolder() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try await database.open()
            _ = try await store.settled()
            let beside = try SQLiteVerificationStore(reading: database.location, isFolderWritable: false)
            #expect(try await beside.checkedAudit().count == 1, "which is in the log alone")
            await beside.close()
            await store.close()
            let folder = URL(fileURLWithPath: database.location).deletingLastPathComponent().path
            try #require(FileManager.default.contentsOfDirectory(atPath: folder) == ["sessions.sqlite"])
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
            let reading = try SQLiteVerificationStore(reading: database.location, isFolderWritable: false)
            #expect(try await reading.checkedAudit().count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sessions.sqlite"])
            await reading.close()
            // The administrator can write everywhere.
            guard geteuid() != 0 else { return }
            let found = try SQLiteVerificationStore(reading: database.location)
            #expect(try await found.checkedAudit().count == 1)
            await found.close()
        }
    }

    @Test("An SQLite file of an older version is told to be one, and neither it nor its folder is changed by that")
    func olderFile() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let queue = try DatabaseQueue(path: database.location)
            try SQLiteSchema.migrator.migrate(queue, upTo: "1: sessions, judgements, audit records, webhooks")
            try await queue.writeWithoutTransaction { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
            try queue.close()
            let folder = URL(fileURLWithPath: database.location).deletingLastPathComponent().path
            let before = try database.contents()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sessions.sqlite"])
            #expect(try await database.preparation() == .migration)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sessions.sqlite"])
            #expect(try database.contents() == before)
            let reading = try await database.openToRead()
            #expect(try await reading.checkedAudit().isEmpty)
            await reading.close()
            #expect(try await database.preparation() == .migration, "reading did not bring it up to date")
            _ = try await database.open()
            #expect(try await database.preparation() == .nothing)
        }
    }

    @Test("A file's name may have any characters", arguments: ["a b.sqlite", "50%.sqlite", "what?.sqlite", "a#b.sqlite", "störe.sqlite"])
    func names(_ name: String) async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let folder = URL(fileURLWithPath: database.location).deletingLastPathComponent().path
            let path = folder + "/" + name
            let queue = try DatabaseQueue(path: path)
            try SQLiteSchema.migrator.migrate(queue)
            try await queue.writeWithoutTransaction { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
            try queue.close()
            #expect(try SQLiteVerificationStore.preparation(path: path) == .nothing)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
        }
    }

    @Test("A file that a newer version has changed, one that is none, and a folder that is not there are told before anything is opened")
    func unusableFile() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            _ = try await database.open()
            let queue = try DatabaseQueue(path: database.location)
            try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99: of another version')") }
            try queue.close()
            #expect(throws: StoreFailure.unavailable("its tables are of another version of this program; run that one, or begin with a new file")) {
                try SQLiteVerificationStore.preparation(path: database.location)
            }
            let other = database.location + "-other"
            try Data("no database, and long enough to be taken for one at first sight".utf8).write(to: URL(fileURLWithPath: other))
            let damaged = StoreFailure.damaged("SQLite says 26 (file is not a database); put a backup in its place, see docs/production.md")
            #expect(throws: damaged) { try SQLiteVerificationStore.preparation(path: other) }
            #expect(throws: StoreFailure.unavailable("its folder cannot be written: no such file or directory; make it, or name another file")) {
                try SQLiteVerificationStore.preparation(path: database.location + "-missing/sessions.sqlite")
            }
        }
    }

    @Test(
        "A database of an older version, of a newer one, and one where no tables may be made are told before anything is changed",
        .enabled(if: StoreEngine.postgreSQLConnection != nil, StoreEngine.skipReason))
    func postgreSQL() async throws {
        try await StoreDatabase.with(.postgreSQL) { database in
            _ = try await database.open()
            try database.sql("UPDATE verification_schema SET version = 1")
            #expect(try await database.preparation() == .migration)
            try database.sql("UPDATE verification_schema SET version = 99")
            await #expect(throws: StoreFailure.unavailable("its tables are of version 99, and this program knows up to 2; run the one that changed them")) {
                _ = try await database.preparation()
            }
            let reading = try await database.openToRead()
            #expect(try await reading.checkedAudit().isEmpty, "audit records are read of any version")
            await reading.close()
            try database.sql("ALTER TABLE audit RENAME COLUMN content TO contents")
            await #expect(
                throws: StoreFailure.unavailable("its audit records are of a form that this program does not know; use the one that serves it")
            ) { _ = try await database.openToRead() }
            let server = try #require(StoreEngine.postgreSQLConnection)
            let nowhere = PostgreSQLSettings.patient(server + " options=-csearch_path=absent_schema")
            await #expect(
                throws: StoreFailure.unavailable("it has no tables, and its user may make none; name the right database, or grant CREATE on its schema")
            ) { _ = try await PostgreSQLVerificationStore.preparation(nowhere) }
        }
    }
}

extension StoreDatabase {
    fileprivate func preparation() async throws -> StorePreparation {
        switch engine {
        case .sqlite: return try SQLiteVerificationStore.preparation(path: location)
        case .postgreSQL: return try await PostgreSQLVerificationStore.preparation(settings)
        }
    }

    fileprivate func openToRead() async throws -> any VerificationStore {
        switch engine {
        case .sqlite: return try SQLiteVerificationStore(reading: location)
        case .postgreSQL: return try await PostgreSQLVerificationStore(reading: settings)
        }
    }
}
