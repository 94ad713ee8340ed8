public import MobileDocument
import RelyingParty
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// The statement that queues a webhook.
    static func queueing(_ webhook: QueuedWebhook, of session: SessionIdentifier) -> PostgreSQLLink.Statement {
        (
            "INSERT INTO webhook (id, body, attempts, due, session) VALUES ($1, $2, $3, $4, $5)",
            [
                .text(webhook.id), .bytes(webhook.body), .integer(Int64(webhook.attempts)), .integer(webhook.due.secondsSinceEpoch),
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
                    SELECT id FROM webhook WHERE due <= $1 OR due > $4 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED
                )
                UPDATE webhook SET due = $2 WHERE id IN (SELECT id FROM ready) RETURNING id, body, attempts, due
                """,
                [
                    .integer(time.secondsSinceEpoch), .integer(leaseUntil.secondsSinceEpoch), .integer(Int64(limit)),
                    .integer(QueuedWebhook.latestDue(at: time).secondsSinceEpoch),
                ]
            ).rows.map {
                QueuedWebhook(
                    id: try $0.requiredText("id"), body: try $0.requiredBytes("body"), attempts: Int(try $0.requiredInteger("attempts")),
                    due: Instant(secondsSinceEpoch: try $0.requiredInteger("due")))
            }
        }
    }

    /// Ends a webhook.
    public func removeWebhook(_ id: String) async throws(StoreFailure) {
        try await transaction(.harmless) { link, _ in _ = try link.query("DELETE FROM webhook WHERE id = $1", [.text(id)]) }
    }

    /// Puts a webhook off.
    public func postponeWebhook(_ id: String, attempts: Int, until: Instant) async throws(StoreFailure) {
        try await transaction(.harmless) { link, _ in
            _ = try link.query(
                "UPDATE webhook SET attempts = $2, due = $3 WHERE id = $1",
                [.text(id), .integer(Int64(attempts)), .integer(until.secondsSinceEpoch)])
        }
    }
}
