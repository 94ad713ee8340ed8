import MobileDocument

/// What a webhook says: which session came to its end, and how. The result itself is fetched with the website's credential.
struct SettledNotice {
    let record: SessionRecord
    let status: SessionStatus
    /// The name of the first check that failed, or `session.interrupted`.
    let refusal: String?
    let at: Instant

    /// The notice as JSON, members in the order of their names.
    var json: [UInt8] {
        var text = JSONText(capacity: 384)
        text.object { text in
            text.member("correlationId", record.correlation)
            text.member("policy", record.policy.name)
            text.member("reference", record.reference)
            text.member("refusal", refusal)
            text.member("session", record.id.rawValue)
            text.member("settledAt", at.description)
            text.member("status", status.rawValue)
            text.member("type", "verification.settled")
        }
        return text.bytes
    }
}
