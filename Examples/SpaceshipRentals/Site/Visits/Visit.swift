/// What the site remembers about one browser, until it has been away for a while.
struct Visit: Sendable {
    let id: String
    /// What every form carries, so that no other site can send one in this visitor's name.
    let token = RandomText.make(bytes: 24)
    /// The trip that is chosen and not begun.
    var itinerary: Itinerary?
    /// The verification sessions that are under way, the newest last. The button may be pressed in two windows, and either be answered.
    private(set) var sessions: [String] = []
    var evidence = Evidence.none
    var clearance: LaunchClearance?
    var lastSeen: ContinuousClock.Instant

    /// Most sessions that are remembered.
    static let maximumSessions = 8

    /// Remembers a session.
    mutating func begin(_ session: String) { sessions = (sessions + [session]).suffix(Self.maximumSessions) }

    /// Forgets a session that has come to its end.
    mutating func end(_ session: String) { sessions.removeAll { $0 == session } }

    /// Forgets all sessions: what they may still bring is not asked for.
    mutating func endSessions() { sessions = [] }

    /// Compares a form's token in time that does not depend on where they differ.
    func accepts(_ token: String?) -> Bool {
        guard let token, token.utf8.count == self.token.utf8.count else { return false }
        return zip(token.utf8, self.token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
