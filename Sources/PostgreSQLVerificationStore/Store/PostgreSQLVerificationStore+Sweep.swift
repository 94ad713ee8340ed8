public import MobileDocument
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// The server's clock, which all instances share. Of the transaction, since no index serves a comparison with what may change in between.
    static let serverTime = "extract(epoch FROM now())::bigint"

    /// Lets time pass.
    public func sweep(
        at time: Instant, stale: Instant, forget: Instant, limit: Int, ending: @escaping @Sendable (SessionRecord) throws -> SessionEnding
    ) async throws(StoreFailure) -> SweepReport {
        let latest = ClockDifference.latestMoment(at: time)
        // By the server's clock, where that of this instance is behind it: a slow one would end what all others dated.
        let latestOfAll = "GREATEST($3, \(Self.serverTime) + \(ClockDifference.mostSeconds))"
        return try await transaction(.harmless) { link, _ in
            // Due is what its date says, `overdue` by $1, and what a clock dated that has been set back since, `ahead`. Apart, so that an
            // index finds either. Rows that another instance is busy with are left to it, or to the next time.
            func change(
                _ sql: String, where kind: String, overdue: String, ahead: String, _ moments: Instant..., more: String = ""
            ) throws(PostgreSQLFault) -> PostgreSQLLink.Answer {
                func found(_ condition: String) -> String {
                    "AS MATERIALIZED (SELECT id FROM session WHERE \(kind) AND \(condition) LIMIT $2 FOR UPDATE SKIP LOCKED)"
                }
                return try link.query(
                    """
                    WITH overdue \(found(overdue)), ahead \(found(ahead))
                    \(sql) WHERE id IN (SELECT id FROM overdue UNION ALL SELECT id FROM ahead LIMIT $2) \(more)
                    """,
                    [.integer(moments[0].secondsSinceEpoch), .integer(Int64(limit))] + moments.dropFirst().map { .integer($0.secondsSinceEpoch) })
            }
            let returning = "RETURNING \(StoredSession.outline)"
            let expired = try change(
                "UPDATE session SET status = 'expired', settled = LEAST(expires, $1), secret = NULL, request = NULL",
                where: "status IN ('created', 'requested')", overdue: "expires < $1", ahead: "expires > \(latestOfAll) AND created > \(latestOfAll)",
                time, latest, more: returning)
            let interrupted = try change(
                "UPDATE session SET status = 'refused', refusal = '\(SessionRecord.interruption)', settled = $4",
                where: "status = 'claimed'", overdue: "claimed < $1", ahead: "claimed > \(latestOfAll)", stale, latest, time,
                more: returning)
            var report = SweepReport()
            report.expired = expired.changes
            report.interrupted = interrupted.changes
            report.erasedResults = try change(
                "UPDATE session SET result = NULL",
                where: "result IS NOT NULL", overdue: "result_erase < $1",
                ahead: "result_erase > \(latestOfAll) + \(FlowSettings.resultRange.upperBound) AND settled > \(latestOfAll)", time, latest).changes
            report.erasedRetained = try change(
                "UPDATE session SET retained = NULL",
                where: "retained IS NOT NULL", overdue: "retained_erase < $1",
                ahead: "retained_erase > \(latestOfAll) + \(VerificationPolicy.retentionRange.upperBound) AND settled > \(latestOfAll)", time, latest
            ).changes
            report.abandonedWebhooks = try link.query(Self.removingAbandonedWebhooks, [.integer(Int64(limit))]).changes
            let removed = try change(
                "DELETE FROM session",
                where: "status IN ('verified', 'refused', 'expired') AND result IS NULL AND retained IS NULL", overdue: "settled < $1",
                ahead: "settled > \(latestOfAll) + \(time.secondsSinceEpoch - forget.secondsSinceEpoch)", forget, latest, more: "RETURNING id")
            report.removed = removed.changes
            if !removed.rows.isEmpty {
                let sessions = try removed.rows.map { try $0.requiredText("id") }.joined(separator: ",")
                try link.query(Self.leavingLateWebhooks, [.text(sessions)])
            }
            try Self.end(expired.rows + interrupted.rows, at: time, ending, link)
            return report
        }
    }

    /// Takes notices whose sessions are gone and that nobody delivers. Materialized, as for sessions. By the server's clock, which says when a
    /// webhook is due.
    private static let removingAbandonedWebhooks = """
        WITH abandoned AS MATERIALIZED (
            SELECT id FROM webhook WHERE due < \(serverTime) - \(QueuedWebhook.longestLife)
                AND NOT EXISTS (SELECT 1 FROM session WHERE session.id = webhook.session)
            LIMIT $1 FOR UPDATE SKIP LOCKED
        )
        DELETE FROM webhook WHERE id IN (SELECT id FROM abandoned)
        """

    /// Leaves each notice whose session goes a last chance: it may only be late, as after a time in which no instance ran, and of a crowd of sessions
    /// the next step follows at once.
    private static let leavingLateWebhooks = """
        UPDATE webhook SET due = \(leastDue) WHERE session = ANY (string_to_array($1, ',')) AND due < \(leastDue)
        """
    private static let leastDue = "\(serverTime) - \(QueuedWebhook.longestLife - QueuedWebhook.lastChance)"

    /// Writes what belongs to the ends of sessions; the audit records last, since other instances wait for them until the commit.
    private static func end(
        _ rows: [PostgreSQLRow], at time: Instant, _ ending: (SessionRecord) throws -> SessionEnding, _ link: PostgreSQLLink
    ) throws {
        // A session that cannot be read ends like any other, or one damaged row would keep all others from ending.
        let records = rows.compactMap { try? StoredSession(row: $0).record() }
        let endings = try records.map { ($0.id, try ending($0)) }
        try link.queries(endings.compactMap { id, ending in ending.webhook.map { queueing($0, of: id, at: time) } })
        try append(endings.compactMap(\.1.audit), link)
    }
}
