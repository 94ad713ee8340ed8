import GRDB
public import MobileDocument
public import VerificationSessions

extension SQLiteVerificationStore {
    /// Lets time pass.
    public func sweep(
        at time: Instant, stale: Instant, forget: Instant, limit: Int, ending: @escaping @Sendable (SessionRecord) throws -> SessionEnding
    ) async throws(StoreFailure) -> SweepReport {
        let latest = ClockDifference.latestMoment(at: time)
        let report = try await writeAudited { transaction in
            let database = transaction.database
            func erase(_ column: String, _ due: DueSessions) throws -> Int {
                let numbers = try Int64.fetchAll(
                    database, sql: "UPDATE session SET \(column)_erase = NULL WHERE number IN (\(due.query)) RETURNING number",
                    arguments: [time.secondsSinceEpoch, latest.secondsSinceEpoch, limit])
                for number in numbers { try database.change("UPDATE judgement SET \(column) = NULL WHERE session = ?", [number]) }
                return numbers.count
            }
            func end(_ change: String, _ due: DueSessions, _ moment: Instant) throws -> Int {
                let rows = try Row.fetchAll(
                    database, sql: "UPDATE session SET \(change) WHERE number IN (\(due.query)) RETURNING \(StoredSession.outline), number",
                    arguments: [moment.secondsSinceEpoch, latest.secondsSinceEpoch, limit])
                for row in rows {
                    try database.change("DELETE FROM waiting WHERE session = ?", [row["number"] as Int64])
                    try Self.end(StoredSession(row: row), ending, &transaction)
                }
                return rows.count
            }
            var report = SweepReport()
            report.expired = try end("status = 'expired', settled = min(expires, \(time.secondsSinceEpoch))", .unanswered, time)
            report.interrupted = try end(
                "status = 'refused', refusal = '\(SessionRecord.interruption)', settled = \(time.secondsSinceEpoch)", .cutOff, stale)
            report.erasedResults = try erase("result", .results)
            report.erasedRetained = try erase("retained", .retained)
            report.abandonedWebhooks = try database.change(
                Self.removingAbandonedWebhooks, [time.advanced(bySeconds: -QueuedWebhook.longestLife).secondsSinceEpoch, limit])
            let latestOutline = latest.advanced(bySeconds: time.secondsSinceEpoch - forget.secondsSinceEpoch)
            let removed = try String.fetchAll(
                database, sql: "DELETE FROM session WHERE number IN (\(DueSessions.over.query)) RETURNING id",
                arguments: [forget.secondsSinceEpoch, latestOutline.secondsSinceEpoch, limit])
            // Each notice whose session goes is left a last chance: it may only be late, as after a time in which the service did not run, and of a
            // crowd of sessions the next step follows at once.
            let leastDue = time.advanced(bySeconds: QueuedWebhook.lastChance - QueuedWebhook.longestLife).secondsSinceEpoch
            for id in removed { try database.change("UPDATE webhook SET due = ?1 WHERE session = ?2 AND due < ?1", [leastDue, id]) }
            report.removed = removed.count
            return report
        }
        // Once the last step is done: whoever writes waits for it, and every step would begin the log anew.
        if !report.mayBeMore(limit: limit) { await cutBackLog() }
        return report
    }

    /// Takes notices whose sessions are gone and that nobody delivers.
    static let removingAbandonedWebhooks = """
        DELETE FROM webhook WHERE id IN (
            SELECT id FROM webhook WHERE due < ?1 AND NOT EXISTS (SELECT 1 FROM session WHERE session.id = webhook.session) LIMIT ?2
        )
        """

    private static func end(_ session: StoredSession, _ ending: (SessionRecord) throws -> SessionEnding, _ transaction: inout WriteTransaction) throws {
        // A session that cannot be read ends like any other, or one damaged row would keep all others from ending.
        guard let record = try? session.record() else { return }
        let ending = try ending(record)
        if let webhook = ending.webhook { try queue(webhook, of: record.id.rawValue, transaction.database) }
        if let audit = ending.audit { try transaction.append(audit) }
    }
}
