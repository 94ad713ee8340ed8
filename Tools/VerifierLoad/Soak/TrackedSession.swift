/// A session of a soak, and what its client was told.
struct TrackedSession: Sendable {
    let id: String
    /// Whose answer was posted.
    let person: Int
    /// The answer that was posted belongs to nobody's session, and must be refused.
    let isForeign: Bool
    /// How often the answer was acknowledged.
    var acknowledgements = 0
}
