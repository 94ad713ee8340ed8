import MobileDocument

/// What a webhook says: which session came to its end, and how. The result itself is fetched with the website's credential.
struct SettledNotice: Encodable {
    let type = "verification.settled"
    let session: String
    let status: SessionStatus
    let policy: String
    let reference: String?
    let correlationId: String
    let settledAt: String
    /// The name of the first check that failed, or `session.interrupted`.
    let refusal: String?

    init(_ record: SessionRecord, status: SessionStatus, refusal: String?, at time: Instant) {
        session = record.id.rawValue
        self.status = status
        policy = record.policy.name
        reference = record.reference
        correlationId = record.correlation
        settledAt = time.description
        self.refusal = refusal
    }
}
