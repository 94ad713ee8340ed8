import MobileDocument
import Glibc

/// The machine's clock, in whole seconds.
enum SystemClock {
    @Sendable static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSinceEpoch: Int64(time.tv_sec))
    }
}
