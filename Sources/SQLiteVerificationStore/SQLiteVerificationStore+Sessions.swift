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
    /// Keeps a new session.
    public func insert(_ session: SessionRecord) async throws(StoreFailure) {
        let policy: Data
        do { policy = Data(try StoredPolicies.encode(session.policy)) } catch { throw .damaged("the policy cannot be written") }
        try await write { database in
            _ = try database.change(
                "INSERT INTO session (id, correlation, policy, reference, created, expires, status) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    session.id.rawValue, session.correlation, policy, session.reference, session.createdAt.secondsSinceEpoch,
                    session.expiresAt.secondsSinceEpoch, session.status.rawValue,
                ])
        }
    }

    /// A session, as it was last written.
    public func session(_ id: SessionIdentifier) async throws(StoreFailure) -> SessionRecord? {
        try await read { database in try StoredSession.fetch(database, id)?.record() }
    }

    /// Binds a session to a browser, if no browser came before.
    public func handOut(
        _ id: SessionIdentifier, binding: [UInt8], request: [UInt8], secret: [UInt8], at time: Instant
    ) async throws(StoreFailure) -> HandOut {
        try await write { database in
            guard let stored = try StoredSession.fetch(database, id, and: ["number", "binding"]) else { return .unknown }
            let number: Int64 = stored.row["number"]
            switch try stored.record().status(at: time) {
            case .expired: return .expired
            case .claimed, .verified, .refused: return .used
            case .requested:
                guard stored.bytes("binding") == binding else { return .boundElsewhere }
                guard let held = try database.firstRow("SELECT request FROM waiting WHERE session = ?", [number]) else {
                    throw StoreFailure.damaged("a session has lost its request")
                }
                return .again(Array(held[0] as Data))
            case .created:
                try database.change("UPDATE session SET status = 'requested', binding = ? WHERE number = ?", [Data(binding), number])
                try database.change(
                    "INSERT INTO waiting (session, request, secret) VALUES (?, ?, ?)", [number, Data(request), Data(secret)])
                return .bound
            }
        }
    }

    /// The request a browser holds.
    public func heldRequest(_ id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> [UInt8]? {
        try await read { database in
            try Data.fetchOne(
                database,
                sql: """
                    SELECT waiting.request FROM session JOIN waiting ON waiting.session = session.number
                    WHERE id = ? AND binding = ? AND status = 'requested'
                    """,
                arguments: [id.rawValue, Data(binding)]
            ).map { Array($0) }
        }
    }

    /// Takes a session for its one answer, and erases its request and its secret.
    public func claim(_ id: SessionIdentifier, binding: [UInt8], at time: Instant) async throws(StoreFailure) -> Claim {
        try await write { database in
            guard let stored = try StoredSession.fetch(database, id, and: ["number", "binding"]) else { return .unknown }
            let record = try stored.record()
            guard stored.bytes("binding") == binding else { return .notBound }
            switch record.status(at: time) {
            case .claimed, .verified, .refused: return .used
            case .expired: return .expired
            case .created, .requested: break
            }
            let number: Int64 = stored.row["number"]
            let claims = try database.change(
                "UPDATE session SET status = 'claimed', claimed = ? WHERE number = ? AND status = 'requested'", [time.secondsSinceEpoch, number])
            guard claims == 1 else { return .used }
            guard let held = try database.firstRow("SELECT request, secret FROM waiting WHERE session = ?", [number]) else {
                throw StoreFailure.damaged("a session has lost its request and its secret")
            }
            try database.change("DELETE FROM waiting WHERE session = ?", [number])
            return .claimed(record, request: Array(held[0] as Data), secret: Array(held[1] as Data))
        }
    }

    /// Notes what the page said.
    public func note(_ outcome: PageOutcome, for id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> Bool {
        try await write { database in
            try database.change(
                "UPDATE session SET outcome = ? WHERE id = ? AND status = 'requested' AND binding = ?",
                [outcome.rawValue, id.rawValue, Data(binding)]) == 1
        }
    }

    /// Removes a session and all that belongs to it but its audit record; one whose answer is being judged stays.
    public func remove(_ id: SessionIdentifier) async throws(StoreFailure) -> Bool {
        try await write { database in
            let removed = try database.change("DELETE FROM session WHERE id = ? AND status <> 'claimed'", [id.rawValue]) == 1
            if removed { try database.change("DELETE FROM webhook WHERE session = ?", [id.rawValue]) }
            return removed
        }
    }
}
