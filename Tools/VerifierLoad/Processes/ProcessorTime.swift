import Glibc

/// Processor time of one process, all its threads together.
enum ProcessorTime {
    /// Seconds, to the nanosecond: a batch of cheap requests takes few of the ticks that `/proc` counts in. Not a number once the
    /// process is gone, so that no figure comes of it.
    static func seconds(of process: Int32) -> Double {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else { return .nan }
        return read(clock)
    }

    /// Seconds of this process.
    static var own: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return .nan }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
