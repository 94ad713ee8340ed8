/// What a soak saw.
actor Tally {
    /// How often each session's answer was acknowledged.
    private(set) var acknowledged: [String: Int] = [:]
    private var statuses: [Int: Int] = [:]
    private var sessions = 0
    private var failedStarts = 0
    private var kills = 0
    private var restarts = 0

    func started() { sessions += 1 }
    func couldNotStart() { failedStarts += 1 }
    func killed() { kills += 1 }
    func restartedDatabase() { restarts += 1 }

    func posted(_ status: Int, _ id: String) {
        statuses[status, default: 0] += 1
        if status == 200 { acknowledged[id, default: 0] += 1 }
    }

    /// Statuses that are neither an acknowledgement, nor "used", nor an invitation to try again.
    var foreignStatuses: [Int] { statuses.keys.filter { ![0, 200, 409, 502, 503, 504].contains($0) }.sorted() }

    var summary: String {
        let replies = statuses.sorted { $0.key < $1.key }.map { "\($0.key == 0 ? "broken connection" : String($0.key)): \($0.value)" }
        return """
            sessions \(sessions), acknowledged \(acknowledged.count), starts put off \(failedStarts)
            services killed \(kills), PostgreSQL restarted \(restarts)
            replies to posts   \(replies.joined(separator: ", "))
            """
    }
}
