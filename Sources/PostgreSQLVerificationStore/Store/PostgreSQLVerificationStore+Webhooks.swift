public import MobileDocument
import RelyingParty
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// When something is due: so many seconds from now on by the server's clock. By their own clocks two instances, one of which is wrong,
    /// would take each other's webhooks at once, and all attempts would be over.
    private static func due(after parameter: String) -> String { "\(serverTime) + \(parameter)::bigint" }

    /// The statement that queues a webhook.
    ///
    /// - Parameter time: now, by the clock that says when the webhook is due.
    static func queueing(_ webhook: QueuedWebhook, of session: SessionIdentifier, at time: Instant) -> PostgreSQLLink.Statement {
        (
            "INSERT INTO webhook (id, body, attempts, due, session) VALUES ($1, $2, $3, \(due(after: "$4")), $5)",
            [
                .text(webhook.id), .bytes(webhook.body), .integer(Int64(webhook.attempts)), .integer(webhook.due.seconds(since: time)),
                .text(session.rawValue),
            ]
        )
    }

    /// Takes webhooks that are due.
    public func leaseWebhooks(at time: Instant, leaseUntil: Instant, limit: Int) async throws(StoreFailure) -> [QueuedWebhook] {
        try await transaction(.harmless) { link, _ in
            // Materialized: read once, so that no more are locked than are taken.
            try link.query(
                """
                WITH ready AS MATERIALIZED (
                    SELECT id FROM webhook WHERE due <= \(Self.serverTime) OR due > \(Self.due(after: "$3"))
                    ORDER BY due LIMIT $2 FOR UPDATE SKIP LOCKED
                )
                UPDATE webhook SET due = \(Self.due(after: "$1")) WHERE id IN (SELECT id FROM ready) RETURNING id, body, attempts
                """,
                [
                    .integer(leaseUntil.seconds(since: time)), .integer(Int64(limit)),
                    .integer(QueuedWebhook.latestDue(at: time).seconds(since: time)),
                ]
            ).rows.map {
                QueuedWebhook(
                    id: try $0.requiredText("id"), body: try $0.requiredBytes("body"), attempts: Int(try $0.requiredInteger("attempts")),
                    due: leaseUntil)
            }
        }
    }

    /// Ends a webhook.
    public func removeWebhook(_ id: String) async throws(StoreFailure) {
        try await statement(isChange: true) { link in _ = try link.query("DELETE FROM webhook WHERE id = $1", [.text(id)]) }
    }

    /// Puts a webhook off.
    public func postponeWebhook(_ id: String, attempts: Int, at time: Instant, until: Instant) async throws(StoreFailure) {
        try await statement(isChange: true) { link in
            _ = try link.query(
                "UPDATE webhook SET attempts = $2, due = \(Self.due(after: "$3")) WHERE id = $1",
                [.text(id), .integer(Int64(attempts)), .integer(until.seconds(since: time))])
        }
    }
}

extension Instant {
    /// How long after another moment it is.
    fileprivate func seconds(since earlier: Instant) -> Int64 { secondsSinceEpoch - earlier.secondsSinceEpoch }
}
