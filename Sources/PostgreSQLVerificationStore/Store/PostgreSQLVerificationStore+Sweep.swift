public import MobileDocument
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// Lets time pass.
    public func sweep(
        at time: Instant, stale: Instant, forget: Instant, limit: Int, ending: @escaping @Sendable (SessionRecord) throws -> SessionEnding
    ) async throws(StoreFailure) -> SweepReport {
        try await transaction(.harmless) { link, _ in
            // Rows that another instance is busy with are left to it, or to the next time.
            func change(_ sql: String, where condition: String, _ moments: Instant..., more: String = "") throws(PostgreSQLFault) -> PostgreSQLLink.Answer {
                try link.query(
                    """
                    WITH due AS MATERIALIZED (SELECT id FROM session WHERE \(condition) LIMIT $2 FOR UPDATE SKIP LOCKED)
                    \(sql) WHERE id IN (SELECT id FROM due) \(more)
                    """,
                    [.integer(moments[0].secondsSinceEpoch), .integer(Int64(limit))] + moments.dropFirst().map { .integer($0.secondsSinceEpoch) })
            }
            let returning = "RETURNING \(StoredSession.outline)"
            let expired = try change(
                "UPDATE session SET status = 'expired', settled = expires, secret = NULL, request = NULL",
                where: "status IN ('created', 'requested') AND expires < $1", time, more: returning)
            let interrupted = try change(
                "UPDATE session SET status = 'refused', refusal = '\(SessionRecord.interruption)', settled = $3",
                where: "status = 'claimed' AND claimed < $1", stale, time, more: returning)
            var report = SweepReport()
            report.expired = expired.changes
            report.interrupted = interrupted.changes
            report.erasedResults = try change("UPDATE session SET result = NULL", where: "result IS NOT NULL AND result_erase < $1", time).changes
            report.erasedRetained = try change(
                "UPDATE session SET retained = NULL", where: "retained IS NOT NULL AND retained_erase < $1", time).changes
            report.removed = try change(
                "DELETE FROM session",
                where: "status IN ('verified', 'refused', 'expired') AND settled < $1 AND result IS NULL AND retained IS NULL", forget).changes
            try Self.end(expired.rows + interrupted.rows, ending, link)
            return report
        }
    }

    /// Writes what belongs to the ends of sessions; the audit records last, since other instances wait for them until the commit.
    private static func end(_ rows: [PostgreSQLRow], _ ending: (SessionRecord) throws -> SessionEnding, _ link: PostgreSQLLink) throws {
        // A session that cannot be read ends like any other, or one damaged row would keep all others from ending.
        let records = rows.compactMap { try? StoredSession(row: $0).record() }
        let endings = try records.map { ($0.id, try ending($0)) }
        try link.queries(endings.compactMap { id, ending in ending.webhook.map { queueing($0, of: id) } })
        try append(endings.compactMap(\.1.audit), link)
    }
}
