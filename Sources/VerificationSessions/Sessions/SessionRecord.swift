public import MobileDocument
public import RelyingParty

/// A session as its store keeps it, without its secret, its result and its binding.
public struct SessionRecord: Sendable, Hashable {
    /// Names the session.
    public let id: SessionIdentifier
    /// Ties together everything that is logged about the session.
    public let correlation: String
    /// The policy as it was when the session started.
    public let policy: VerificationPolicy
    /// The website's own name for what the session is about; opaque here, shown to its server only.
    public let reference: String?
    /// When it started.
    public let createdAt: Instant
    /// When the answer comes too late.
    public let expiresAt: Instant
    /// Where it stands.
    public let status: SessionStatus
    /// When it came to its end.
    public let settledAt: Instant?
    /// Why the answer was refused: the name of the first check that failed.
    public let refusal: String?
    /// What the page said last.
    public let pageOutcome: PageOutcome?

    /// Puts a record together.
    public init(
        id: SessionIdentifier, correlation: String, policy: VerificationPolicy, reference: String?, createdAt: Instant, expiresAt: Instant,
        status: SessionStatus = .created, settledAt: Instant? = nil, refusal: String? = nil, pageOutcome: PageOutcome? = nil
    ) {
        self.id = id
        self.correlation = correlation
        self.policy = policy
        self.reference = reference
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.status = status
        self.settledAt = settledAt
        self.refusal = refusal
        self.pageOutcome = pageOutcome
    }

    /// The refusal of a session whose verification was cut off.
    public static let interruption = "session.interrupted"

    /// Whether the session was refused because its verification was cut off.
    public var isInterrupted: Bool { refusal == Self.interruption }

    /// The status at a moment: a session nobody answered in time has expired, whether or not the store was swept.
    public func status(at time: Instant) -> SessionStatus {
        switch status {
        case .created, .requested: time > expiresAt ? .expired : status
        case .claimed, .verified, .refused, .expired: status
        }
    }
}
