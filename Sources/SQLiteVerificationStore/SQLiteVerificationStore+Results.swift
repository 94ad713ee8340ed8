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
        try await writeAudited { transaction in
            let database = transaction.database
            let settled = try database.change(
                "UPDATE session SET status = ?, refusal = ?, settled = ?, result_erase = ?, retained_erase = ? WHERE id = ? AND status = 'claimed'",
                [
                    settlement.status.rawValue, settlement.refusal, settlement.at.secondsSinceEpoch,
                    settlement.result.map { _ in settlement.eraseAt.secondsSinceEpoch },
                    settlement.retained.map { _ in settlement.eraseAt.secondsSinceEpoch }, id.rawValue,
                ])
            guard settled == 1 else { return false }
            try database.change(
                "INSERT INTO judgement (session, report, result, retained) VALUES ((SELECT number FROM session WHERE id = ?), ?, ?, ?)",
                [id.rawValue, Data(settlement.report), settlement.result.map { Data($0) }, settlement.retained.map { Data($0) }])
            try transaction.append(audit)
            if let webhook { try Self.queue(webhook, of: id.rawValue, database) }
            return true
        }
    }

    /// Gives a session and its result, and opens the window of its delivery.
    public func deliver(
        _ id: SessionIdentifier, at time: Instant, window: Int, opens: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(StoreFailure) -> (record: SessionRecord, result: StoredResult)? {
        try await write { database in
            guard let stored = try StoredSession.fetch(database, id, and: Self.resultColumns) else { return nil }
            let record = try stored.record()
            return (record: record, result: try Self.deliver(record, stored.row, at: time, window, opens, database))
        }
    }

    private static func deliver(
        _ record: SessionRecord, _ row: Row, at time: Instant, _ window: Int, _ opens: ([UInt8]) -> Bool, _ database: Database
    ) throws -> StoredResult {
        let status = record.status(at: time)
        guard status == .verified else { return .none(status) }
        // Dated by a clock that has been set back since, so it is due.
        if let settledAt = record.settledAt, settledAt > ClockDifference.latestMoment(at: time) { return .erased }
        let now = time.secondsSinceEpoch
        // Nothing is kept where there is no moment of its erasure.
        func isKept(_ column: String) -> Bool { (row[column + "_erase"] as Int64?).map { $0 >= now } ?? false }
        if isKept("result") {
            let result = try judgement("result", record.id, database)
            if row["delivered"] as Int64? == nil, result.map(opens) ?? true {
                try database.change(
                    """
                    UPDATE session SET delivered = ?, result_erase = ?, retained_erase = iif(retained_erase IS NULL, NULL, ?)
                    WHERE id = ?
                    """,
                    [now, now + Int64(window), now + Int64(record.policy.retentionSeconds), record.id.rawValue])
            }
            return result.map(StoredResult.full) ?? .erased
        }
        guard isKept("retained") else { return .erased }
        return try judgement("retained", record.id, database).map(StoredResult.retained) ?? .erased
    }

    private static let resultColumns = ["delivered", "result_erase", "retained_erase"]

    private static func judgement(_ column: String, _ id: SessionIdentifier, _ database: Database) throws -> [UInt8]? {
        let row = try database.firstRow("SELECT \(column) FROM judgement WHERE session = (SELECT number FROM session WHERE id = ?)", [id.rawValue])
        return (row?[column] as Data?).map(Array.init)
    }

    /// The sealed report.
    public func report(_ id: SessionIdentifier) async throws(StoreFailure) -> [UInt8]? {
        try await read { database in try Self.judgement("report", id, database) }
    }
}
