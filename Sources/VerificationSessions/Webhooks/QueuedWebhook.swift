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

    /// Most seconds for which one is put off after a failed attempt.
    public static let longestPause: Int64 = 14_400

    /// Most attempts that a service may be told to make.
    public static let mostAttempts = 30

    /// Seconds within which all attempts at one are made and over. What has been due for longer than that is delivered by nobody, as where a
    /// service has no address for its notices any more.
    public static let longestLife = Int64(mostAttempts) * longestPause

    /// Seconds for which one whose session goes is left at least, however long it has been due: where no instance ran it is only late.
    public static let lastChance: Int64 = 3_600

    /// The latest moment for which one can be put off now, by whichever instance. What is due later was put off by a clock that has been set
    /// back since, and is due.
    public static func latestDue(at time: Instant) -> Instant { ClockDifference.latestMoment(at: time).advanced(bySeconds: longestPause) }

    /// Describes a notice.
    public init(id: String, body: [UInt8], attempts: Int = 0, due: Instant) {
        self.id = id
        self.body = body
        self.attempts = attempts
        self.due = due
    }
}
