import VerificationSessions

/// What a sweep looks for. Each condition has an index; its parameter `?1` is a moment.
enum DueSessions: String, CaseIterable {
    /// Nobody answered in time.
    case unanswered = "status IN ('created', 'requested') AND expires < ?1"
    /// The verification was begun and not ended.
    case cutOff = "status = 'claimed' AND claimed < ?1"
    /// The full result is to go.
    case results = "result_erase IS NOT NULL AND result_erase < ?1"
    /// The kept part is to go.
    case retained = "retained_erase IS NOT NULL AND retained_erase < ?1"
    /// Nothing is left but the outline.
    case over = "settled < ?1 AND result_erase IS NULL AND retained_erase IS NULL"

    /// The same for what a clock dated that has been set back since: after the moment `?2`.
    private var ahead: String {
        switch self {
        // What the index compares is further ahead than any right clock can date it, so that nothing else is read.
        case .unanswered: "status IN ('created', 'requested') AND expires > ?2 AND created > ?2"
        case .cutOff: "status = 'claimed' AND claimed > ?2"
        case .results: "result_erase IS NOT NULL AND result_erase > ?2 + \(FlowSettings.resultRange.upperBound) AND settled > ?2"
        case .retained: "retained_erase IS NOT NULL AND retained_erase > ?2 + \(VerificationPolicy.retentionRange.upperBound) AND settled > ?2"
        case .over: "settled > ?2 AND result_erase IS NULL AND retained_erase IS NULL"
        }
    }

    /// Finds a bounded number of them, `?3`.
    var query: String { "SELECT number FROM session WHERE \(rawValue) UNION ALL SELECT number FROM session WHERE \(ahead) LIMIT ?3" }
}
