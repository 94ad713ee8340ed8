import GRDB
public import MobileDocument
public import VerificationSessions
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLiteVerificationStore {
    /// Takes webhooks that are due.
    public func leaseWebhooks(at time: Instant, leaseUntil: Instant, limit: Int) async throws(StoreFailure) -> [QueuedWebhook] {
        try await write { database in
            let lease = try database.cachedStatement(
                sql: """
                    UPDATE webhook SET due = ? WHERE id IN (SELECT id FROM webhook WHERE due <= ? OR due > ? ORDER BY due LIMIT ?)
                    RETURNING id, body, attempts, due
                    """)
            let latest = QueuedWebhook.latestDue(at: time)
            let rows = try Row.fetchAll(
                lease, arguments: [leaseUntil.secondsSinceEpoch, time.secondsSinceEpoch, latest.secondsSinceEpoch, limit])
            return rows.map {
                QueuedWebhook(
                    id: $0["id"], body: Array($0["body"] as Data), attempts: $0["attempts"], due: Instant(secondsSinceEpoch: $0["due"]))
            }
        }
    }

    static func queue(_ webhook: QueuedWebhook, of session: String, _ database: Database) throws {
        try database.change(
            "INSERT INTO webhook (id, body, attempts, due, session) VALUES (?, ?, ?, ?, ?)",
            [webhook.id, Data(webhook.body), webhook.attempts, webhook.due.secondsSinceEpoch, session])
    }

    /// Ends a webhook.
    public func removeWebhook(_ id: String) async throws(StoreFailure) {
        try await write { database in _ = try database.change("DELETE FROM webhook WHERE id = ?", [id]) }
    }

    /// Puts a webhook off.
    public func postponeWebhook(_ id: String, attempts: Int, at time: Instant, until: Instant) async throws(StoreFailure) {
        try await write { database in
            _ = try database.change("UPDATE webhook SET attempts = ?, due = ? WHERE id = ?", [attempts, until.secondsSinceEpoch, id])
        }
    }
}
