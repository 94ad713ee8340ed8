/// Why a statement did not succeed. Of the server's words only the SQLSTATE is kept: its messages can quote values.
enum PostgreSQLFault: Error, Hashable {
    /// No connection could be made.
    case unreachable
    /// There is no connection any more.
    case lost
    /// The server is still at work on a statement that was given up, in whose place a connection was to be made.
    case unfinished
    /// The server undid the transaction for the sake of another one; the same may succeed at once.
    case collided(state: String)
    /// The server refused the statement.
    case refused(state: String)
    /// A row is not what the statement should give.
    case unreadable

    /// Sorts a refusal by its SQLSTATE (appendix A of PostgreSQL's manual).
    init(state: String) {
        switch state {
        // An administrator or a crash ended the connection; the server starts or stops.
        case "57P01", "57P02", "57P03", "57P05": self = .lost
        // Serialization failure, deadlock.
        case "40001", "40P01": self = .collided(state: state)
        default: self = state.hasPrefix("08") ? .lost : .refused(state: state)
        }
    }

    /// What the server says by a SQLSTATE, and how to mend it where that is known.
    static func reason(state: String) -> String {
        let remedy: String? = switch state {
        case "53100": "its disk is full; make room there"
        case "57014": "it ended a statement, as one that takes too long; see what else it is at work on, and who holds the tables"
        case "42501": "its user lacks a right; check-config says which"
        default: nil
        }
        guard let remedy else { return "PostgreSQL says \(state)" }
        return "PostgreSQL says \(state): \(remedy)"
    }
}
