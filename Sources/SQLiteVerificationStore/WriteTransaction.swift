import GRDB
import VerificationSessions

/// A transaction that several changes share.
struct WriteTransaction {
    /// The connection that writes.
    let database: Database
    /// The end of the audit chain as this transaction leaves it; nobody else writes meanwhile, so it is read once.
    private var head: AuditHead?

    init(_ database: Database) { self.database = database }

    /// Adds the next record to the audit chain.
    mutating func append(_ audit: (AuditHead) throws -> AuditRecord) throws {
        let record = try audit(head ?? SQLiteVerificationStore.head(database))
        try SQLiteVerificationStore.append(record, database)
        head = AuditHead(sequence: record.sequence, hash: record.hash)
    }
}
