import Foundation

/// Whether a terminal shows what is typed on it.
enum TerminalEcho {
    /// Shows it, or hides it. Where standard input is no terminal nothing is shown anyway.
    static func set(_ isShown: Bool) {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        // The end of the line is shown all the same.
        let (echo, lineEnd) = (tcflag_t(ECHO), tcflag_t(ECHONL))
        settings.c_lflag = isShown ? (settings.c_lflag | echo) & ~lineEnd : settings.c_lflag & ~echo | lineEnd
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
