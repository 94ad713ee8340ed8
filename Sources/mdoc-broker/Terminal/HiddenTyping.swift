import Foundation

/// A terminal that does not show what is typed on it, one at a time, until `end`; nor does it stay so where the program is ended meanwhile.
/// Where standard input is no terminal nothing is shown anyway.
struct HiddenTyping {
    /// What ends the program from outside: Control-C, Control-\, a request to end, and a terminal that is closed.
    private static let endings = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// How the terminal was. Unsafe, since a pointer is not Sendable: it is written to before the handlers that read it are set, and by nobody else.
    private nonisolated(unsafe) static let shown = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    private let isTerminal: Bool
    /// Signals that had no handler before.
    private var caught: [CInt] = []

    init() {
        var settings = termios()
        isTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
        guard isTerminal else { return }
        Self.shown.initialize(to: settings)
        for number in Self.endings {
            let former = signal(number) { number in
                // Async-signal-safe, all of these. The signal waits for the end of its handler, and then ends the program as it would have.
                // A terminal that a shell has taken back is left to it: whoever changes it from behind is stopped. At -1 none can be taken back.
                let before = errno
                defer { errno = before }
                let front = tcgetpgrp(STDIN_FILENO)
                if front == -1 || front == getpgrp() { tcsetattr(STDIN_FILENO, TCSANOW, HiddenTyping.shown) }
                signal(number, SIG_DFL)
                raise(number)
            }
            // One that was ignored, as by nohup, stays so.
            if let former { signal(number, former) } else { caught.append(number) }
        }
        // The end of the line is shown all the same.
        settings.c_lflag = settings.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    /// Shows again what is typed.
    func end() {
        guard isTerminal else { return }
        tcsetattr(STDIN_FILENO, TCSADRAIN, Self.shown)
        for number in caught { signal(number, SIG_DFL) }
    }
}
