import Synchronization

/// What became of the exchanges of one phase.
final class ArrivalTally: Sendable {
    struct Counts: Sendable {
        /// From the moment an exchange was due to its verified result, without what the wallet took.
        var done = Latencies()
        /// From the moment an exchange was due to its being sent away before it began.
        var sentAway = Latencies()
        /// Replies in all, and how many of them were a 503 that invites to come back.
        var replies = 0
        var busy = 0
        /// What should not have come, and how often.
        var faults: [String: Int] = [:]
        fileprivate let begin = ContinuousClock.now
        fileprivate var last = ContinuousClock.now

        /// Results a second, up to the last one.
        var doneRate: Double {
            let seconds = (last - begin) / .seconds(1)
            return done.count == 0 ? 0 : Double(done.count) / seconds
        }

        /// All that came to an end.
        var exchanges: Int { done.count + sentAway.count + faults.values.reduce(0, +) }
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    func done(in duration: Duration) {
        state.withLock { counts in
            counts.done.add(duration)
            counts.last = .now
        }
    }

    func sentAway(in duration: Duration) { state.withLock { $0.sentAway.add(duration) } }

    func fault(_ what: String) { state.withLock { $0.faults[what, default: 0] += 1 } }

    func reply(isBusy: Bool) {
        state.withLock { counts in
            counts.replies += 1
            if isBusy { counts.busy += 1 }
        }
    }
}
