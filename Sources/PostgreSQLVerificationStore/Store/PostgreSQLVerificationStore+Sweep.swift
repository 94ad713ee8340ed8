public import MobileDocument
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// Lets time pass.
    public func sweep(at time: Instant, stale: Instant, forget: Instant, limit: Int) async throws(StoreFailure) -> SweepReport {
        try await transaction(.harmless) { link, _ in
            // Rows that another instance is busy with are left to it, or to the next time.
            func change(_ sql: String, where condition: String, _ moment: Instant) throws(PostgreSQLFault) -> Int {
                try link.query(
                    """
                    WITH due AS MATERIALIZED (SELECT id FROM session WHERE \(condition) LIMIT $2 FOR UPDATE SKIP LOCKED)
                    \(sql) WHERE id IN (SELECT id FROM due)
                    """,
                    [.integer(moment.secondsSinceEpoch), .integer(Int64(limit))]
                ).changes
            }
            var report = SweepReport()
            report.expired = try change(
                "UPDATE session SET status = 'expired', settled = expires, secret = NULL, request = NULL",
                where: "status IN ('created', 'requested') AND expires < $1", time)
            report.interrupted = try change(
                "UPDATE session SET status = 'refused', refusal = 'session.interrupted', settled = claimed",
                where: "status = 'claimed' AND claimed < $1", stale)
            report.erasedResults = try change("UPDATE session SET result = NULL", where: "result IS NOT NULL AND result_erase < $1", time)
            _ = try change("UPDATE session SET retained = NULL", where: "retained IS NOT NULL AND retained_erase < $1", time)
            report.removed = try change(
                "DELETE FROM session",
                where: "status IN ('verified', 'refused', 'expired') AND settled < $1 AND result IS NULL AND retained IS NULL", forget)
            return report
        }
    }
}
