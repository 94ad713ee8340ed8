public import MobileDocument

/// A store for one process: tests, tools and small sites. Nothing survives a restart.
public actor InMemorySessionStore: SessionStore {
    private var sessions: [SessionIdentifier: PendingSession] = [:]

    /// Starts empty.
    public init() {}

    /// Keeps a session.
    public func insert(_ session: PendingSession, id: SessionIdentifier) {
        sessions[id] = session
    }

    /// Takes a session out, exactly once. An expired one is removed too, and not given.
    public func claim(_ id: SessionIdentifier, at time: Instant) -> ClaimedSession? {
        guard let session = sessions.removeValue(forKey: id) else { return nil }
        if let expiresAt = session.expiresAt, time > expiresAt { return nil }
        return ClaimedSession(claimed: session)
    }

    /// Forgets sessions that have expired.
    ///
    /// - Returns: how many were forgotten.
    @discardableResult
    public func removeExpired(at time: Instant) -> Int {
        let before = sessions.count
        sessions = sessions.filter { $0.value.expiresAt.map { time <= $0 } ?? true }
        return before - sessions.count
    }
}
