public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// Audit records after a position, oldest first.
    public func auditRecords(after sequence: Int64, limit: Int) async throws(StoreFailure) -> [AuditRecord] {
        try await statement { link in
            try link.query(
                "SELECT sequence, previous, content, signature FROM audit WHERE sequence > $1 ORDER BY sequence LIMIT $2", [.integer(sequence), .integer(Int64(limit))]
            ).rows.map(Self.record)
        }
    }

    /// Appends the records that follow the last one, whichever instance wrote that. Other instances wait for them until the commit.
    static func append(_ audits: [(AuditHead) throws -> AuditRecord], _ link: PostgreSQLLink) throws {
        guard !audits.isEmpty else { return }
        var head = try lockedHead(link)
        let insertions = try audits.map { audit -> PostgreSQLLink.Statement in
            let record = try audit(head)
            head = AuditHead(sequence: record.sequence, hash: record.hash)
            return (
                "INSERT INTO audit (sequence, previous, content, signature) VALUES ($1, $2, $3, $4)",
                [.integer(record.sequence), .bytes(record.previous), .bytes(record.content), .bytes(record.signature)]
            )
        }
        try link.queries(insertions)
    }

    /// The end of the chain, which stays it until the commit. Statements of their own: one sees what was there when it began, which is before
    /// it has waited for a lock.
    private static func lockedHead(_ link: PostgreSQLLink) throws -> AuditHead {
        let end: PostgreSQLLink.Statement = ("SELECT sequence, previous, content, signature FROM audit ORDER BY sequence DESC LIMIT 1", [])
        guard let row = try link.queries([AdvisoryLock.auditHead.taking, end])[1].rows.first else { return .empty }
        let last = try record(row)
        return AuditHead(sequence: last.sequence, hash: last.hash)
    }

    private static func record(_ row: PostgreSQLRow) throws -> AuditRecord {
        AuditRecord(
            sequence: try row.requiredInteger("sequence"), previous: try row.requiredBytes("previous"),
            content: try row.requiredBytes("content"), signature: try row.requiredBytes("signature"))
    }
}
