public import MobileDocument
public import RelyingParty
public import VerificationSessions

extension PostgreSQLVerificationStore {
    /// Keeps a new session.
    public func insert(_ session: SessionRecord) async throws(StoreFailure) {
        let policy: [UInt8]
        do { policy = try StoredPolicies.encode(session.policy) } catch { throw .damaged("the policy cannot be written") }
        try await transaction(.forbidden) { link, _ in
            _ = try link.query(
                "INSERT INTO session (id, correlation, policy, reference, created, expires, status) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                [
                    .text(session.id.rawValue), .text(session.correlation), .bytes(policy), .text(session.reference),
                    .integer(session.createdAt.secondsSinceEpoch), .integer(session.expiresAt.secondsSinceEpoch), .text(session.status.rawValue),
                ])
        }
    }

    /// A session, as it was last written.
    public func session(_ id: SessionIdentifier) async throws(StoreFailure) -> SessionRecord? {
        try await statement { link in try StoredSession.fetch(link, id)?.record() }
    }

    /// Binds a session to a browser, if no browser came before.
    public func handOut(
        _ id: SessionIdentifier, binding: [UInt8], request: [UInt8], secret: [UInt8], at time: Instant
    ) async throws(StoreFailure) -> HandOut {
        try await transaction(.harmless) { link, isRepeated in
            guard let stored = try StoredSession.lock(link, id, and: ["binding", "request"]) else { return .unknown }
            switch try stored.record().status(at: time) {
            case .expired: return .expired
            case .claimed, .verified, .refused: return .used
            case .requested:
                guard try stored.row.bytes("binding") == binding else { return .boundElsewhere }
                guard let held = try stored.row.bytes("request") else { throw StoreFailure.damaged("a session has lost its request") }
                // No two requests are alike, so this one is what the first attempt wrote.
                return isRepeated && held == request ? .bound : .again(held)
            case .created:
                try link.query(
                    "UPDATE session SET status = 'requested', binding = $2, request = $3, secret = $4 WHERE id = $1",
                    [.text(id.rawValue), .bytes(binding), .bytes(request), .bytes(secret)])
                return .bound
            }
        }
    }

    /// The request a browser holds.
    public func heldRequest(_ id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> [UInt8]? {
        try await statement { link in
            try link.query(
                "SELECT request FROM session WHERE id = $1 AND binding = $2 AND status = 'requested'", [.text(id.rawValue), .bytes(binding)]
            ).rows.first?.bytes("request")
        }
    }

    /// Takes a session for its one answer, and erases its request and its secret.
    public func claim(_ id: SessionIdentifier, binding: [UInt8], at time: Instant) async throws(StoreFailure) -> Claim {
        try await transaction(.forbidden) { link, _ in
            guard let stored = try StoredSession.lock(link, id, and: ["binding", "request", "secret"]) else { return .unknown }
            let record = try stored.record()
            guard try stored.row.bytes("binding") == binding else { return .notBound }
            switch record.status(at: time) {
            case .claimed, .verified, .refused: return .used
            case .expired: return .expired
            case .created, .requested: break
            }
            guard let request = try stored.row.bytes("request"), let secret = try stored.row.bytes("secret") else {
                throw StoreFailure.damaged("a session has lost its request or its secret")
            }
            try link.query(
                "UPDATE session SET status = 'claimed', claimed = $2, secret = NULL, request = NULL WHERE id = $1",
                [.text(id.rawValue), .integer(time.secondsSinceEpoch)])
            return .claimed(record, request: request, secret: secret)
        }
    }

    /// Notes what the page said.
    public func note(_ outcome: PageOutcome, for id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> Bool {
        try await statement(isChange: true) { link in
            try link.query(
                "UPDATE session SET outcome = $2 WHERE id = $1 AND status = 'requested' AND binding = $3",
                [.text(id.rawValue), .text(outcome.rawValue), .bytes(binding)]
            ).changes == 1
        }
    }

    /// Removes a session and all that belongs to it but its audit record; one whose answer is being judged stays.
    public func remove(_ id: SessionIdentifier) async throws(StoreFailure) -> Bool {
        try await transaction(.forbidden) { link, _ in
            // The session first: whoever settles it holds its row, and the webhook of that is there when this has waited for it.
            let removed = try link.query("DELETE FROM session WHERE id = $1 AND status <> 'claimed'", [.text(id.rawValue)]).changes == 1
            if removed { try link.query("DELETE FROM webhook WHERE session = $1", [.text(id.rawValue)]) }
            return removed
        }
    }
}
