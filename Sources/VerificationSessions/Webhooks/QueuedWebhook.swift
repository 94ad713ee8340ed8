public import MobileDocument

/// A notice to the website's server that waits to be delivered.
public struct QueuedWebhook: Sendable, Hashable {
    /// Names the notice; the receiver sees it and can drop repetitions.
    public let id: String
    /// The body, exactly as it is signed and sent: JSON without personal data.
    public let body: [UInt8]
    /// How often it was tried.
    public let attempts: Int
    /// When to try next.
    public let due: Instant

    /// Describes a notice.
    public init(id: String, body: [UInt8], attempts: Int = 0, due: Instant) {
        self.id = id
        self.body = body
        self.attempts = attempts
        self.due = due
    }
}
