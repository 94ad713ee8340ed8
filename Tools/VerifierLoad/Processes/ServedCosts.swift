/// What the parts of something that is served have used up to a moment; 0 for a part that it does not have.
struct ServedCosts: Sendable {
    /// Seconds of processor time.
    var services = 0.0
    var proxy = 0.0
    var database = 0.0
    /// Bytes of PostgreSQL's log, and transactions that changed something.
    var loggedBytes = 0.0
    var transactions = 0.0
}
