/// The visits, in memory; a restart forgets them.
actor VisitStore {
    static let patience = Duration.seconds(7200)

    private let capacity: Int
    private var visits: [String: Visit] = [:]

    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The visit with an id, or a new one: ids are only ever made here.
    func open(_ id: String?, at now: ContinuousClock.Instant) -> Visit {
        if let id, var visit = visits[id], visit.lastSeen.advanced(by: Self.patience) > now {
            visit.lastSeen = now
            visits[id] = visit
            return visit
        }
        makeRoom(at: now)
        let visit = Visit(id: RandomText.make(bytes: 32), lastSeen: now)
        visits[visit.id] = visit
        return visit
    }

    /// Changes a visit, if it is still there.
    func change(_ id: String, _ body: @Sendable (inout Visit) -> Void) {
        guard var visit = visits[id] else { return }
        body(&visit)
        visits[id] = visit
    }

    var count: Int { visits.count }

    /// Where there is no room, those seen longest ago leave, a tenth at a time.
    private func makeRoom(at now: ContinuousClock.Instant) {
        guard visits.count >= capacity else { return }
        let oldest = visits.values.sorted { $0.lastSeen < $1.lastSeen }.prefix(max(capacity / 10, 1))
        for visit in oldest { visits[visit.id] = nil }
    }
}
