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
        try AdvisoryLock.auditHead.take(link)
        var head = try head(link)
        for audit in audits {
            let record = try audit(head)
            try link.query(
                "INSERT INTO audit (sequence, previous, content, signature) VALUES ($1, $2, $3, $4)",
                [.integer(record.sequence), .bytes(record.previous), .bytes(record.content), .bytes(record.signature)])
            head = AuditHead(sequence: record.sequence, hash: record.hash)
        }
    }

    private static func head(_ link: PostgreSQLLink) throws -> AuditHead {
        guard let row = try link.query("SELECT sequence, previous, content, signature FROM audit ORDER BY sequence DESC LIMIT 1").rows.first else { return .empty }
        let last = try record(row)
        return AuditHead(sequence: last.sequence, hash: last.hash)
    }

    private static func record(_ row: PostgreSQLRow) throws -> AuditRecord {
        AuditRecord(
            sequence: try row.requiredInteger("sequence"), previous: try row.requiredBytes("previous"),
            content: try row.requiredBytes("content"), signature: try row.requiredBytes("signature"))
    }
}
