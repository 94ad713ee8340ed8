/// The visits, in memory; a restart forgets them.
actor VisitStore {
    static let patience = Duration.seconds(7200)

    private let capacity: Int
    private var visits: [String: Visit] = [:]
    private var lastSweep: ContinuousClock.Instant?

    /// Between sweeps. Each looks at every visit, so not everybody who comes without a cookie gets one.
    static let pause = Duration.seconds(60)

    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The visit with an id, or a new one: ids are only ever made here.
    func open(_ id: String?, at now: ContinuousClock.Instant) -> Visit {
        if lastSweep.map({ $0.advanced(by: Self.pause) <= now }) ?? true { sweep(at: now) }
        if let id, var visit = visits[id], visit.isOpen(at: now) {
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

    /// Forgets those who have been away too long, and with them what they showed.
    func sweep(at now: ContinuousClock.Instant) {
        lastSweep = now
        visits = visits.filter { $0.value.isOpen(at: now) }
    }

    /// Sweeps until the task is cancelled: what is over goes, even if nobody comes any more.
    func sweepOn(every pause: Duration = VisitStore.pause) async {
        while (try? await Task.sleep(for: pause)) != nil { sweep(at: .now) }
    }

    var count: Int { visits.count }

    /// Where there is no room, those seen longest ago leave, a tenth at a time.
    private func makeRoom(at now: ContinuousClock.Instant) {
        guard visits.count >= capacity else { return }
        let oldest = visits.values.sorted { $0.lastSeen < $1.lastSeen }.prefix(max(capacity / 10, 1))
        for visit in oldest { visits[visit.id] = nil }
    }
}

extension Visit {
    /// Whether the browser was seen lately enough.
    fileprivate func isOpen(at now: ContinuousClock.Instant) -> Bool { lastSeen.advanced(by: VisitStore.patience) > now }
}
