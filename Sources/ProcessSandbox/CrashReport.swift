import Glibc

/// What the Swift runtime prints of a process that crashes: its registers, and the memory they point to.
package enum CrashReport {
    /// From now on a crash ends this process without one. To be said before anything is read.
    package static func omit() {
        // The signals that the runtime takes before a program begins; only from its environment does it learn that it should not.
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
    }
}
