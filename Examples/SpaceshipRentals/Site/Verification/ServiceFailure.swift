/// Why the verifier service gave no answer.
struct ServiceFailure: Error, Sendable {
    /// The HTTP status, where there was one.
    let status: Int?
    /// The problem's stable code, or one of this site.
    let code: String

    /// Whether the service has nothing of the session any more: its result was erased before it was fetched, or all of it was removed.
    var isOfEndedSession: Bool { ["result.erased", "session.unknown"].contains(code) }
}
