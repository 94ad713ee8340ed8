/// What the site remembers about one browser, until it has been away for a while.
struct Visit: Sendable {
    let id: String
    /// What every form carries, so that no other site can send one in this visitor's name.
    let token = RandomText.make(bytes: 24)
    var itinerary: Itinerary?
    /// The verification session that is under way.
    var session: String?
    var evidence = Evidence.none
    var clearance: LaunchClearance?
    var lastSeen: ContinuousClock.Instant

    /// Compares a form's token in time that does not depend on where they differ.
    func accepts(_ token: String?) -> Bool {
        guard let token, token.utf8.count == self.token.utf8.count else { return false }
        return zip(token.utf8, self.token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
