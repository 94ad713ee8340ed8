public import MobileDocument
public import RelyingParty
import Synchronization
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// Writes how a claimed session ended, with its audit record and its webhook.
    public func settle(
        _ id: SessionIdentifier, _ settlement: Settlement, webhook: QueuedWebhook?,
        audit: @escaping @Sendable (AuditHead) throws -> AuditRecord
    ) async throws(StoreFailure) -> Bool {
        let entry = SettlementQueue.Entry(id: id, settlement: settlement, webhook: webhook, audit: audit)
        if let isWritten = try await settlements.perform(entry) { return isWritten }
        do throws(SettlementQueue.Failure) {
            return try await Self.settle([entry], waiting: true, pool)[0] ?? false
        } catch { throw error.failure }
    }

    /// Tells whether the failure of a transaction was an entry's own.
    private final class Blame: Sendable {
        private let isOfEntry = Atomic(false)

        /// Does an attempt at the transaction.
        func attempt<Value>(_ work: () throws -> Value) throws -> Value {
            isOfEntry.store(false, ordering: .relaxed)
            do { return try work() } catch {
                isOfEntry.store(Self.isOfEntry(error), ordering: .relaxed)
                throw error
            }
        }

        func failure(_ failure: StoreFailure) -> SettlementQueue.Failure {
            isOfEntry.load(ordering: .relaxed) ? .ofEntry(failure) : .ofStore(failure)
        }

        /// A record that could not be made, or a value that the database does not take (classes 22 and 23).
        private static func isOfEntry(_ error: any Error) -> Bool {
            switch error as? PostgreSQLFault {
            case nil: true
            case .refused(let state): state.hasPrefix("22") || state.hasPrefix("23")
            case .unreachable, .lost, .unfinished, .collided, .unreadable: false
            }
        }
    }

    /// Writes ends in one transaction.
    ///
    /// - Parameter waiting: whether to wait for sessions that others hold; else they are left out.
    static func settle(
        _ entries: [SettlementQueue.Entry], waiting: Bool, _ pool: ConnectionPool
    ) async throws(SettlementQueue.Failure) -> [Bool?] {
        let blame = Blame()
        do throws(StoreFailure) {
            return try await transaction(.harmless, pool) { link, isRepeated in
                try blame.attempt {
                    let written = try link.queries(entries.map { writing($0.settlement, of: $0.id, waiting: waiting) }).map { $0.changes == 1 }
                    let ended = zip(entries, written).filter(\.1).map(\.0)
                    let others = zip(entries, written).filter { !$1 }.map(\.0)
                    let writtenBefore = isRepeated ? try writtenBefore(others, link) : []
                    try link.queries(ended.compactMap { entry in entry.webhook.map { queueing($0, of: entry.id, at: entry.settlement.at) } })
                    // Last, since other instances wait for it until the commit.
                    try append(ended.map(\.audit), link)
                    return zip(entries, written).map { entry, isWritten in
                        isWritten || writtenBefore.contains(entry.id) ? true : waiting ? false : nil
                    }
                }
            }
        } catch { throw blame.failure(error) }
    }

    /// Those that an attempt wrote whose confirmation was lost: no two sealed reports are alike, so theirs tell.
    private static func writtenBefore(_ entries: [SettlementQueue.Entry], _ link: PostgreSQLLink) throws -> Set<SessionIdentifier> {
        let reports = try link.queries(entries.map { report(of: $0.id) })
        return Set(try zip(entries, reports).filter { entry, report in try report.rows.first?.bytes("report") == entry.settlement.report }.map(\.0.id))
    }

    private static func writing(_ settlement: Settlement, of id: SessionIdentifier, waiting: Bool) -> PostgreSQLLink.Statement {
        let claimed = "id = $1 AND status = 'claimed'"
        return (
            """
            UPDATE session SET status = $2, refusal = $3, settled = $4, report = $5, result = $6, retained = $7, result_erase = $8, retained_erase = $8
            WHERE \(waiting ? claimed : "id = (SELECT id FROM session WHERE \(claimed) FOR UPDATE SKIP LOCKED)")
            """,
            [
                .text(id.rawValue), .text(settlement.status.rawValue), .text(settlement.refusal), .integer(settlement.at.secondsSinceEpoch),
                .bytes(settlement.report), .bytes(settlement.result), .bytes(settlement.retained),
                .integer(settlement.eraseAt.secondsSinceEpoch),
            ]
        )
    }

    /// Gives a session and its result, and opens the window of its delivery.
    public func deliver(
        _ id: SessionIdentifier, at time: Instant, window: Int, opens: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(StoreFailure) -> (record: SessionRecord, result: StoredResult)? {
        try await transaction(.harmless) { link, _ in
            while true {
                // Nothing is locked where there is no result yet: whoever asks that early would wait for the one who is writing the end, or keep it
                // from being written with others.
                if let stored = try StoredSession.lock(link, id, and: Self.resultColumns, in: .verified) {
                    let record = try stored.record()
                    return (record: record, result: try Self.deliver(record, stored.row, at: time, window, opens, link))
                }
                guard let record = try StoredSession.fetch(link, id)?.record() else { return nil }
                let status = record.status(at: time)
                // Otherwise its end was written in between.
                if status != .verified { return (record: record, result: .none(status)) }
            }
        }
    }

    private static func deliver(
        _ record: SessionRecord, _ row: PostgreSQLRow, at time: Instant, _ window: Int, _ opens: ([UInt8]) -> Bool, _ link: PostgreSQLLink
    ) throws -> StoredResult {
        let status = record.status(at: time)
        guard status == .verified else { return .none(status) }
        // Dated by a clock that has been set back since, so it is due; unless it is the clock of this instance that is slow.
        let latest = ClockDifference.latestMoment(at: max(time, Instant(secondsSinceEpoch: try row.requiredInteger("server_time"))))
        if let settledAt = record.settledAt, settledAt > latest { return .erased }
        let now = time.secondsSinceEpoch
        if let result = try row.bytes("result"), try row.requiredInteger("result_erase") >= now {
            if try row.integer("delivered") == nil, opens(result) {
                try link.query(
                    "UPDATE session SET delivered = $2, result_erase = $3, retained_erase = $4 WHERE id = $1",
                    [
                        .text(record.id.rawValue), .integer(now), .integer(now + Int64(window)),
                        .integer(now + Int64(record.policy.retentionSeconds)),
                    ])
            }
            return .full(result)
        }
        if let kept = try row.bytes("retained"), try row.requiredInteger("retained_erase") >= now { return .retained(kept) }
        return .erased
    }

    /// The sealed report.
    public func report(_ id: SessionIdentifier) async throws(StoreFailure) -> [UInt8]? {
        try await statement { link in
            let report = Self.report(of: id)
            return try link.query(report.text, report.values).rows.first?.bytes("report")
        }
    }

    private static let resultColumns = ["delivered", "result", "result_erase", "retained", "retained_erase", "\(serverTime) AS server_time"]

    private static func report(of id: SessionIdentifier) -> PostgreSQLLink.Statement {
        ("SELECT report FROM session WHERE id = $1", [.text(id.rawValue)])
    }
}
