#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Synchronization

/// Signals that would end this program, kept back until `release`, so that what it has started can be ended first: what is in a process group of
/// its own gets none from a terminal. One at a time.
struct HeldSignals {
    /// What ends the program from outside: Control-C, Control-\, a request to end, and a terminal that is closed.
    private static let endings = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// The signal that came; 0 for none. Set before the handlers, which write it.
    private static let held = Atomic<CInt>(0)

    /// Signals that had no handler before.
    private var caught: [CInt] = []

    init() {
        Self.held.store(0, ordering: .relaxed)
        for number in Self.endings {
            // Async-signal-safe: it does nothing else.
            let former = signal(number) { number in HeldSignals.held.store(number, ordering: .relaxed) }
            // One that was ignored, as by nohup, stays so.
            if let former { signal(number, former) } else { caught.append(number) }
        }
    }

    /// Whether one came.
    var hasCome: Bool { Self.held.load(ordering: .relaxed) != 0 }

    /// Ends this program by the signal that came; where none did, they end it from now on.
    func release() {
        for number in caught { signal(number, SIG_DFL) }
        let number = Self.held.load(ordering: .relaxed)
        guard number != 0 else { return }
        // Threads that run tasks take no signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
