/// What a sweep looks for. Each condition has an index of its own; its one parameter is a moment.
enum DueSessions: String, CaseIterable {
    /// Nobody answered in time.
    case unanswered = "status IN ('created', 'requested') AND expires < ?"
    /// The verification was begun and not ended.
    case cutOff = "status = 'claimed' AND claimed < ?"
    /// The full result is to go.
    case results = "result_erase IS NOT NULL AND result_erase < ?"
    /// The kept part is to go.
    case retained = "retained_erase IS NOT NULL AND retained_erase < ?"
    /// Nothing is left but the outline.
    case over = "settled < ? AND result_erase IS NULL AND retained_erase IS NULL"

    /// Finds a bounded number of them.
    var query: String { "SELECT number FROM session WHERE \(rawValue) LIMIT ?" }
}
