import GRDB
public import MobileDocument
public import VerificationSessions

extension SQLiteVerificationStore {
    /// Lets time pass.
    public func sweep(at time: Instant, stale: Instant, forget: Instant, limit: Int) async throws(StoreFailure) -> SweepReport {
        let report = try await write { database in
            var report = SweepReport()
            func change(_ sql: String, where condition: String, _ moment: Instant) throws -> Int {
                try database.execute(
                    sql: "\(sql) WHERE id IN (SELECT id FROM session WHERE \(condition) LIMIT ?)",
                    arguments: [moment.secondsSinceEpoch, limit])
                return database.changesCount
            }
            report.expired = try change(
                "UPDATE session SET status = 'expired', settled = expires, secret = NULL, request = NULL",
                where: "status IN ('created', 'requested') AND expires < ?", time)
            report.interrupted = try change(
                "UPDATE session SET status = 'refused', refusal = 'session.interrupted', settled = claimed",
                where: "status = 'claimed' AND claimed < ?", stale)
            report.erasedResults = try change("UPDATE session SET result = NULL", where: "result IS NOT NULL AND result_erase < ?", time)
            _ = try change("UPDATE session SET retained = NULL", where: "retained IS NOT NULL AND retained_erase < ?", time)
            report.removed = try change(
                "DELETE FROM session",
                where: "status IN ('verified', 'refused', 'expired') AND settled < ? AND result IS NULL AND retained IS NULL", forget)
            return report
        }
        // Erased secrets would otherwise stay in the write-ahead log until it is used again. Readers may hold it; next time, then.
        _ = try? await pool.barrierWriteWithoutTransaction { database in try database.checkpoint(.truncate) }
        return report
    }
}
