import GRDB
public import MobileDocument
public import RelyingParty
public import VerificationSessions
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLiteVerificationStore {
    /// Writes how a claimed session ended, with its audit record and its webhook.
    public func settle(
        _ id: SessionIdentifier, _ settlement: Settlement, webhook: QueuedWebhook?,
        audit: @escaping @Sendable (AuditHead) throws -> AuditRecord
    ) async throws(StoreFailure) -> Bool {
        try await write { database in
            let settled = try database.change(
                """
                UPDATE session SET status = ?, refusal = ?, settled = ?, report = ?, result = ?, retained = ?, result_erase = ?, retained_erase = ?
                WHERE id = ? AND status = 'claimed'
                """,
                [
                    settlement.status.rawValue, settlement.refusal, settlement.at.secondsSinceEpoch, Data(settlement.report),
                    settlement.result.map { Data($0) }, settlement.retained.map { Data($0) }, settlement.eraseAt.secondsSinceEpoch,
                    settlement.eraseAt.secondsSinceEpoch, id.rawValue,
                ])
            guard settled == 1 else { return false }
            try Self.append(try audit(Self.head(database)), database)
            if let webhook { try Self.queue(webhook, of: id.rawValue, database) }
            return true
        }
    }

    /// Gives the result, and opens the window of its delivery.
    public func deliver(_ id: SessionIdentifier, at time: Instant, window: Int, retention: Int) async throws(StoreFailure) -> StoredResult {
        try await write { database in
            guard let stored = try StoredSession.fetch(database, id, and: Self.resultColumns) else { return .unknown }
            let status = try stored.record().status(at: time)
            guard status == .verified else { return .none(status) }
            let now = time.secondsSinceEpoch
            if stored.row["delivered"] as Int64? == nil, (stored.row["result_erase"] as Int64? ?? 0) >= now {
                try database.change(
                    "UPDATE session SET delivered = ?, result_erase = ?, retained_erase = ? WHERE id = ?",
                    [now, now + Int64(window), now + Int64(retention), id.rawValue])
                return stored.bytes("result").map(StoredResult.full) ?? .erased
            }
            if let result = stored.bytes("result"), stored.row["result_erase"] >= now { return .full(result) }
            if let kept = stored.bytes("retained"), stored.row["retained_erase"] >= now { return .retained(kept) }
            return .erased
        }
    }

    private static let resultColumns = ["delivered", "result", "result_erase", "retained", "retained_erase"]

    /// The sealed report.
    public func report(_ id: SessionIdentifier) async throws(StoreFailure) -> [UInt8]? {
        try await read { database in
            let row = try database.firstRow("SELECT report FROM session WHERE id = ?", [id.rawValue])
            return (row?["report"] as Data?).map(Array.init)
        }
    }
}
