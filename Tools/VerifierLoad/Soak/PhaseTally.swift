/// What clients saw during one phase of a soak.
struct PhaseTally: Sendable {
    let name: String
    let begin: ContinuousClock.Instant
    var end: ContinuousClock.Instant?
    var sessions = 0
    var acknowledged = 0
    /// How often each kind of reply came, by what was asked.
    var replies: [String: Int] = [:]
    var slowest = Duration.zero
}
