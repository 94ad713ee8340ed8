/// A statement that a call has waited for too long, and on which the server may be at work all the same.
struct GivenUpStatement {
    /// The server's process that was asked.
    let process: Int64
    /// When it was given up.
    let moment: ContinuousClock.Instant
}
