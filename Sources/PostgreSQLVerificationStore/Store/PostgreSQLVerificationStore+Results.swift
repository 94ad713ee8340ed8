public import MobileDocument
public import RelyingParty
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// Writes how a claimed session ended, with its audit record and its webhook.
    public func settle(
        _ id: SessionIdentifier, _ settlement: Settlement, webhook: QueuedWebhook?,
        audit: @escaping @Sendable (AuditHead) throws -> AuditRecord
    ) async throws(StoreFailure) -> Bool {
        let entry = SettlementQueue.Entry(id: id, settlement: settlement, webhook: webhook, audit: audit)
        let outcome = await settlements.perform(entry) { entries async throws(StoreFailure) in try await settle(entries) }
        if let outcome { return try outcome.get() }
        return try await settle([entry])[0]
    }

    /// Writes ends in one transaction; whether each was written.
    private func settle(_ entries: [SettlementQueue.Entry]) async throws(StoreFailure) -> [Bool] {
        try await transaction(.harmless) { link, isRepeated in
            let written = try link.queries(entries.map { Self.writing($0.settlement, of: $0.id) }).map { $0.changes == 1 }
            let ended = zip(entries, written).filter(\.1).map(\.0)
            try link.queries(ended.compactMap { entry in entry.webhook.map { Self.queueing($0, of: entry.id) } })
            // Last, since other instances wait for it until the commit.
            try Self.append(ended.map(\.audit), link)
            return try zip(entries, written).map { entry, isWritten in
                // No two sealed reports are alike, so this one is what the first attempt wrote.
                try isWritten || isRepeated && Self.storedReport(entry.id, link) == entry.settlement.report
            }
        }
    }

    private static func writing(_ settlement: Settlement, of id: SessionIdentifier) -> PostgreSQLLink.Statement {
        (
            """
            UPDATE session SET status = $2, refusal = $3, settled = $4, report = $5, result = $6, retained = $7, result_erase = $8, retained_erase = $8
            WHERE id = $1 AND status = 'claimed'
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
        _ id: SessionIdentifier, at time: Instant, window: Int
    ) async throws(StoreFailure) -> (record: SessionRecord, result: StoredResult)? {
        try await transaction(.harmless) { link, _ in
            guard let stored = try StoredSession.lock(link, id, and: Self.resultColumns) else { return nil }
            let record = try stored.record()
            return (record: record, result: try Self.deliver(record, stored.row, at: time, window, link))
        }
    }

    private static func deliver(
        _ record: SessionRecord, _ row: PostgreSQLRow, at time: Instant, _ window: Int, _ link: PostgreSQLLink
    ) throws -> StoredResult {
        let status = record.status(at: time)
        guard status == .verified else { return .none(status) }
        let now = time.secondsSinceEpoch
        let resultEnds = try row.requiredInteger("result_erase")
        if try row.integer("delivered") == nil, resultEnds >= now {
            try link.query(
                "UPDATE session SET delivered = $2, result_erase = $3, retained_erase = $4 WHERE id = $1",
                [
                    .text(record.id.rawValue), .integer(now), .integer(now + Int64(window)),
                    .integer(now + Int64(record.policy.retentionSeconds)),
                ])
            return try row.bytes("result").map(StoredResult.full) ?? .erased
        }
        if let result = try row.bytes("result"), resultEnds >= now { return .full(result) }
        if let kept = try row.bytes("retained"), try row.requiredInteger("retained_erase") >= now { return .retained(kept) }
        return .erased
    }

    /// The sealed report.
    public func report(_ id: SessionIdentifier) async throws(StoreFailure) -> [UInt8]? {
        try await statement { link in try Self.storedReport(id, link) }
    }

    private static let resultColumns = ["delivered", "result", "result_erase", "retained", "retained_erase"]

    private static func storedReport(_ id: SessionIdentifier, _ link: PostgreSQLLink) throws -> [UInt8]? {
        try link.query("SELECT report FROM session WHERE id = $1", [.text(id.rawValue)]).rows.first?.bytes("report")
    }
}
