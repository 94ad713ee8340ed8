import Synchronization
import VerificationSessions

/// What became of claims.
final class ClaimTally: Sendable {
    private struct Counts: Sendable {
        var latencies = Latencies()
        var claimed: [SessionRecord] = []
        var faults = 0
    }

    private let state = Mutex(Counts())

    var latencies: Latencies { state.withLock { $0.latencies } }
    var claimed: [SessionRecord] { state.withLock { $0.claimed } }
    var faults: Int { state.withLock { $0.faults } }

    func note(_ record: SessionRecord, in duration: Duration) {
        state.withLock { counts in
            counts.latencies.add(duration)
            counts.claimed.append(record)
        }
    }

    func fault() { state.withLock { $0.faults += 1 } }
}
