import Foundation
import GRDB
import OwnerOnlyDatabases

/// The person's own record of requests, in one SQLite file that only its owner can read.
///
/// Where it is full the oldest entries give way to a new one: of requests that were not answered as long as there are any of those, since a page can
/// make as many of them as it likes, and long ones.
public struct PresentmentHistory: Sendable {
    /// The most entries.
    public static let maximumEntries = 10_000
    /// The most bytes of all entries: one can be as long as the longest request makes it.
    public static let maximumBytes = 32 << 20

    /// An entry, with its number, by which it can be deleted.
    public struct Entry: Sendable, Hashable {
        /// Its number; higher ones are newer, and none is given twice.
        public let number: Int64
        /// What happened.
        public let record: PresentmentRecord

        package init(number: Int64, record: PresentmentRecord) {
            self.number = number
            self.record = record
        }
    }

    private let queue: DatabaseQueue

    /// Opens a history, and makes it where there is none.
    ///
    /// - Parameter path: a file on a local disk; if it is there, it must belong to this user and be closed to everybody else.
    public init(path: String) throws(PresentmentHistoryError) {
        do {
            queue = try OwnerOnlyDatabase.open(
                path, label: "presentment-history", migrator: Self.migrator, as: DatabaseQueue.init(path:configuration:))
        } catch { throw PresentmentHistoryError(error) }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: records") { database in
            try database.execute(sql: "CREATE TABLE record (number INTEGER PRIMARY KEY AUTOINCREMENT, json BLOB NOT NULL) STRICT")
        }
        migrator.registerMigration("2: which were answered") { database in
            try database.execute(
                sql: """
                    ALTER TABLE record ADD COLUMN answered INTEGER NOT NULL DEFAULT FALSE;
                    CREATE INDEX record_order_of_loss ON record (answered, number);
                    """)
            for row in try Row.fetchAll(database, sql: "SELECT number, json FROM record") {
                let record = try? Self.decoder.decode(PresentmentRecord.self, from: row["json"])
                guard record?.outcome == .answered else { continue }
                let number: Int64 = row["number"]
                try database.execute(sql: "UPDATE record SET answered = TRUE WHERE number = ?", arguments: [number])
            }
        }
        return migrator
    }

    /// Adds a record.
    ///
    /// - Returns: the number of its entry.
    @discardableResult
    public func add(_ record: PresentmentRecord) async throws(PresentmentHistoryError) -> Int64 {
        try await change { (database) throws -> Int64 in
            let json = try Self.encoder.encode(record)
            try database.execute(sql: "INSERT INTO record (json, answered) VALUES (?, ?)", arguments: [json, record.outcome == .answered])
            let number = database.lastInsertedRowID
            try database.execute(
                sql: """
                    DELETE FROM record WHERE number IN (
                        SELECT number FROM (
                            SELECT number, COUNT(*) OVER kept AS entries, SUM(LENGTH(json)) OVER kept AS bytes FROM record WHERE number <> ?
                            WINDOW kept AS (ORDER BY answered DESC, number DESC ROWS UNBOUNDED PRECEDING)
                        ) WHERE entries >= ? OR bytes > ?
                    )
                    """, arguments: [number, Self.maximumEntries, Self.maximumBytes - json.count])
            return number
        }
    }

    /// Puts a record in the place of an entry's; one that was deleted meanwhile stays away.
    public func replace(_ number: Int64, with record: PresentmentRecord) async throws(PresentmentHistoryError) {
        try await change { database in
            try database.execute(
                sql: "UPDATE record SET json = ?, answered = ? WHERE number = ?",
                arguments: [try Self.encoder.encode(record), record.outcome == .answered, number])
        }
    }

    /// The entries, newest first.
    public func entries() async throws(PresentmentHistoryError) -> [Entry] {
        do {
            return try await queue.read { database in
                try Row.fetchAll(database, sql: "SELECT number, json FROM record ORDER BY number DESC").map { row in
                    guard let record = try? Self.decoder.decode(PresentmentRecord.self, from: row["json"]) else {
                        throw PresentmentHistoryError.damaged("an entry of the history cannot be read")
                    }
                    return Entry(number: row["number"], record: record)
                }
            }
        } catch { throw PresentmentHistoryError(error) }
    }

    /// All entries as JSON, one on each line, oldest first.
    public func export() async throws(PresentmentHistoryError) -> String {
        let lines = try await entries().reversed().map { entry in
            (try? Self.encoder.encode(entry.record)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
        }
        return lines.joined()
    }

    /// Deletes an entry; one that is not there is no error.
    public func delete(_ number: Int64) async throws(PresentmentHistoryError) {
        try await change { try $0.execute(sql: "DELETE FROM record WHERE number = ?", arguments: [number]) }
    }

    /// Deletes all entries.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func deleteAll() async throws(PresentmentHistoryError) -> Int {
        try await change { (database) throws -> Int in
            try database.execute(sql: "DELETE FROM record")
            return database.changesCount
        }
    }

    private func change<Result: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Result
    ) async throws(PresentmentHistoryError) -> Result {
        do { return try await queue.write(change) } catch { throw PresentmentHistoryError(error) }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
