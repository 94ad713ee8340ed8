/// A session taken out of its store for the one verification it is good for.
///
/// It cannot be copied, and verifying consumes it, key included: a session answers once.
public struct ClaimedSession: ~Copyable, Sendable {
    let session: PendingSession

    /// Claims a session. For implementations of `SessionStore`, after the record has been taken out for good, and for
    /// tools that replay a recorded exchange.
    public init(claimed session: PendingSession) { self.session = session }
}
