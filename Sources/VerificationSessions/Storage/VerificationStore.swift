public import MobileDocument
public import RelyingParty

/// Where sessions, results, audit records and undelivered webhooks are kept: one port, several engines.
///
/// Every call is one atomic step, also against other processes on the same database. Two of them carry the promises of the
/// whole service: `claim` lets exactly one caller answer a session, ever, and erases its secret in the same step; `settle`
/// writes the outcome, its audit record and its webhook together or not at all. Times are handed in; of a clock
/// of its own a store asks at most whether they are behind it, and how long a webhook has waited.
/// What a store is given to keep (`secret`, `report`, `result`, `retained`) is sealed before it gets there.
public protocol VerificationStore: Sendable {
    /// Keeps a new session.
    func insert(_ session: SessionRecord) async throws(StoreFailure)

    /// A session, as it was last written.
    func session(_ id: SessionIdentifier) async throws(StoreFailure) -> SessionRecord?

    /// Binds a session to a browser and keeps the request and its sealed secret, if no browser came before.
    ///
    /// - Parameters:
    ///   - binding: digest of the browser's token.
    ///   - request: the request's encoding, given back when the same browser asks again.
    ///   - secret: what the answer will be opened with, sealed.
    func handOut(
        _ id: SessionIdentifier, binding: [UInt8], request: [UInt8], secret: [UInt8], at time: Instant
    ) async throws(StoreFailure) -> HandOut

    /// The request a browser holds, while the session waits for its answer.
    ///
    /// - Returns: nil if the session does not wait, or another browser holds its request.
    func heldRequest(_ id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> [UInt8]?

    /// Takes a session for its one answer, and erases its request and its secret.
    ///
    /// The order of the tests: unknown, not bound to this browser, used, expired.
    func claim(_ id: SessionIdentifier, binding: [UInt8], at time: Instant) async throws(StoreFailure) -> Claim

    /// Writes how a claimed session ended, appends the audit record and, where there is one, queues the webhook.
    ///
    /// - Parameter audit: makes the record that follows the last one; if it throws, nothing is written.
    /// - Returns: false if the session was not claimed, and then nothing was written.
    func settle(
        _ id: SessionIdentifier, _ settlement: Settlement, webhook: QueuedWebhook?, audit: @escaping @Sendable (AuditHead) throws -> AuditRecord
    ) async throws(StoreFailure) -> Bool

    /// Notes what the page said, if the browser is the one that holds the request and the session waits for its answer.
    func note(_ outcome: PageOutcome, for id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> Bool

    /// Gives a session and its result. The first delivery opens a window in which it can be fetched again; after it only what was
    /// announced to be kept is left, for as long from the first delivery as the session's policy says. A result dated after
    /// ``ClockDifference/latestMoment(at:)`` is erased. Where instances reach the store by a server, that is the moment by the server's clock if
    /// it is the later one.
    ///
    /// - Parameters:
    ///   - window: seconds until the full result is erased, from the first delivery.
    ///   - opens: whether a sealed result can be opened. One that cannot is given as well, and that is no delivery.
    /// - Returns: nil if there is no such session.
    func deliver(
        _ id: SessionIdentifier, at time: Instant, window: Int, opens: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(StoreFailure) -> (record: SessionRecord, result: StoredResult)?

    /// The sealed report of a settled session.
    func report(_ id: SessionIdentifier) async throws(StoreFailure) -> [UInt8]?

    /// Removes a session and all that belongs to it, a queued webhook too, but not its audit record.
    ///
    /// A session whose answer is being judged stays, so that it comes to an end that is on record.
    ///
    /// - Returns: false if there was none that could be removed.
    func remove(_ id: SessionIdentifier) async throws(StoreFailure) -> Bool

    /// Lets time pass: expires sessions, erases secrets and results that are due, removes what is long over.
    ///
    /// A session that started or was claimed after ``ClockDifference/latestMoment(at:)``, by the server's clock too where there is one, is due
    /// as well. Of one that came to its end after that moment the result is, where it would go later than the longest wait
    /// (``FlowSettings/resultRange``) from then, likewise what is kept of it (``VerificationPolicy/retentionRange``), and the outline, where the
    /// end is as long after that moment as `forget` lies before `time`.
    ///
    /// A webhook whose session was gone before is removed once it has been due for longer than ``QueuedWebhook/longestLife``: nobody tries to
    /// deliver it. One whose session goes now stays for ``QueuedWebhook/lastChance`` at least, since it may only be late.
    ///
    /// - Parameters:
    ///   - stale: a session claimed before this moment and not settled was cut off; it becomes `refused` with
    ///     `session.interrupted`.
    ///   - forget: sessions that ended before this moment and hold nothing any more are removed.
    ///   - limit: most sessions of each kind to touch in one step.
    ///   - ending: what to write along for a session that is now `expired` or `refused`; if it throws, nothing is written.
    func sweep(
        at time: Instant, stale: Instant, forget: Instant, limit: Int, ending: @escaping @Sendable (SessionRecord) throws -> SessionEnding
    ) async throws(StoreFailure) -> SweepReport

    /// Takes webhooks that are due, so that no other process sends them before `leaseUntil`. Those with a time after
    /// ``QueuedWebhook/latestDue(at:)`` are due as well.
    func leaseWebhooks(at time: Instant, leaseUntil: Instant, limit: Int) async throws(StoreFailure) -> [QueuedWebhook]

    /// Ends a webhook: delivered, or given up.
    func removeWebhook(_ id: String) async throws(StoreFailure)

    /// Puts a webhook off after a failed attempt, for as long as `until` lies behind `time`.
    func postponeWebhook(_ id: String, attempts: Int, at time: Instant, until: Instant) async throws(StoreFailure)

    /// Audit records after a position, oldest first.
    func auditRecords(after sequence: Int64, limit: Int) async throws(StoreFailure) -> [AuditRecord]

    /// Succeeds while the store takes changes, by one that leaves nothing.
    func ping() async throws(StoreFailure)

    /// Ends the use of the store.
    func close() async
}
