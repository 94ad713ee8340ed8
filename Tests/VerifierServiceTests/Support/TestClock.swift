import MobileDocument
import Synchronization

/// A clock that tests move.
final class TestClock: Sendable {
    private let time: Mutex<Instant>

    init(_ time: Instant) { self.time = Mutex(time) }

    var now: Instant { time.withLock { $0 } }

    func set(_ time: Instant) { self.time.withLock { $0 = time } }

    func advance(bySeconds seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}
