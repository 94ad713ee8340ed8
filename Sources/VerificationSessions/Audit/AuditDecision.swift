public import MobileDocument
public import RelyingParty

/// What an audit record says: which session ended how, when, and under which rules.
///
/// It has nothing of the person or the document in it: no value, no digest, no key, no certificate, nothing by which two
/// presentations of one document could be told to be that.
public struct AuditDecision: Sendable, Hashable, Codable {
    /// When the decision was made, as RFC 3339 text.
    public let time: String
    /// The session, a random name.
    public let session: String
    /// The policy's name.
    public let policy: String
    /// `verified` or `refused`.
    public let decision: SessionStatus
    /// The name of the first check that failed.
    public let refusal: String?
    /// The profile that set the rules.
    public let profile: String
    /// Whether every required goal was met; nil for a refusal.
    public let satisfied: Bool?

    /// States a decision.
    public init(
        at time: Instant, session: SessionIdentifier, policy: String, decision: SessionStatus, refusal: String?, profile: String,
        satisfied: Bool?
    ) {
        self.time = time.description
        self.session = session.rawValue
        self.policy = policy
        self.decision = decision
        self.refusal = refusal
        self.profile = profile
        self.satisfied = satisfied
    }

    /// The decision as a record's content, with the name of the key that signs it: JSON, members in the order of their names.
    func json(signedWith key: String) -> [UInt8] {
        var text = JSONText(capacity: 384)
        text.object { text in
            text.member("decision", decision.rawValue)
            text.member("key", key)
            text.member("policy", policy)
            text.member("profile", profile)
            text.member("refusal", refusal)
            text.member("satisfied", satisfied)
            text.member("session", session)
            text.member("time", time)
        }
        return text.bytes
    }
}
