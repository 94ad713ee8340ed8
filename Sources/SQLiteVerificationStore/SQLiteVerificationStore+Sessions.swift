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
        do { policy = try StoredPolicies.encode(session.policy) } catch { throw .damaged("the policy cannot be written") }
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
            guard let stored = try StoredSession.fetch(database, id, and: ["binding", "request"]) else { return .unknown }
            let record = try stored.record()
            switch record.status(at: time) {
            case .expired: return .expired
            case .claimed, .verified, .refused: return .used
            case .requested:
                guard stored.bytes("binding") == binding else { return .boundElsewhere }
                guard let request = stored.bytes("request") else { throw StoreFailure.damaged("a session has lost its request") }
                return .again(request)
            case .created:
                try database.change(
                    "UPDATE session SET status = 'requested', binding = ?, request = ?, secret = ? WHERE id = ? AND status = 'created'",
                    [Data(binding), Data(request), Data(secret), id.rawValue])
                return .bound
            }
        }
    }

    /// The request a browser holds.
    public func heldRequest(_ id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> [UInt8]? {
        try await read { database in
            try Data.fetchOne(
                database, sql: "SELECT request FROM session WHERE id = ? AND binding = ? AND status = 'requested' AND request IS NOT NULL",
                arguments: [id.rawValue, Data(binding)]
            ).map { Array($0) }
        }
    }

    /// Takes a session for its one answer, and erases its request and its secret.
    public func claim(_ id: SessionIdentifier, binding: [UInt8], at time: Instant) async throws(StoreFailure) -> Claim {
        try await write { database in
            guard let stored = try StoredSession.fetch(database, id, and: ["number", "binding", "request", "secret"]) else { return .unknown }
            let record = try stored.record()
            guard stored.bytes("binding") == binding else { return .notBound }
            switch record.status(at: time) {
            case .claimed, .verified, .refused: return .used
            case .expired: return .expired
            case .created, .requested: break
            }
            guard let request = stored.bytes("request"), let secret = stored.bytes("secret") else {
                throw StoreFailure.damaged("a session has lost its request or its secret")
            }
            let claims = try database.change(
                "UPDATE session SET status = 'claimed', claimed = ?, secret = NULL, request = NULL WHERE number = ? AND status = 'requested'",
                [time.secondsSinceEpoch, stored.row["number"] as Int64])
            guard claims == 1 else { return .used }
            return .claimed(record, request: request, secret: secret)
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
