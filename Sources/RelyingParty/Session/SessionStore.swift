public import MobileDocument

/// Where sessions wait for their answer.
///
/// The store decides which answer is the first: `claim` is one atomic step, made before any cryptography, after which
/// the session and its key are gone.
public protocol SessionStore: Sendable {
    /// Keeps a session under a fresh identifier, which the caller binds to the user's own session.
    func insert(_ session: PendingSession, id: SessionIdentifier) async throws

    /// Takes a session out, exactly once; nil if there is none, if it was claimed before, or if it has expired.
    func claim(_ id: SessionIdentifier, at time: Instant) async throws -> ClaimedSession?
}
