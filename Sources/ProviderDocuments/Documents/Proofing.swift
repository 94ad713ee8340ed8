public import MobileDocument

/// That somebody has looked at the person and at what they brought, and found that a document belongs to them.
public struct Proofing: Sendable, Hashable {
    /// Who looked.
    public let reviewer: String
    /// When.
    public let time: Instant

    /// Records a review that ended well.
    public init(reviewer: String, time: Instant) {
        self.reviewer = reviewer
        self.time = time
    }
}
