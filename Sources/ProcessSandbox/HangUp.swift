import Glibc

/// SIGHUP, which a process gets when the terminal that it was started from closes.
package enum HangUp {
    /// Whether whoever started this process has it ignored, as nohup does: then it goes on. To be asked before anything is set to take it.
    package static func isIgnored() -> Bool {
        // There is no way to look without setting something.
        guard let former = signal(SIGHUP, SIG_IGN) else {
            signal(SIGHUP, SIG_DFL)
            return false
        }
        signal(SIGHUP, former)
        return true
    }
}
