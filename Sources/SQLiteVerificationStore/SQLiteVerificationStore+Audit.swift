import GRDB
public import VerificationSessions
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLiteVerificationStore {
    /// Audit records after a position, oldest first.
    public func auditRecords(after sequence: Int64, limit: Int) async throws(StoreFailure) -> [AuditRecord] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?", arguments: [sequence, limit])
                .map(Self.record)
        }
    }

    static func head(_ database: Database) throws -> AuditHead {
        guard let row = try database.firstRow("SELECT * FROM audit ORDER BY sequence DESC LIMIT 1") else { return .empty }
        let last = record(row)
        return AuditHead(sequence: last.sequence, hash: last.hash)
    }

    static func append(_ record: AuditRecord, _ database: Database) throws {
        try database.change(
            "INSERT INTO audit (sequence, previous, content, signature) VALUES (?, ?, ?, ?)",
            [record.sequence, Data(record.previous), Data(record.content), Data(record.signature)])
    }

    private static func record(_ row: Row) -> AuditRecord {
        AuditRecord(
            sequence: row["sequence"], previous: Array(row["previous"] as Data), content: Array(row["content"] as Data),
            signature: Array(row["signature"] as Data))
    }
}
