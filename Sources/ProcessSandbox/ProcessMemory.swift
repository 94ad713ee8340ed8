import CSandbox
import Glibc

/// Keeps what a process holds in its memory to that process: for programs through whose hands people's requests pass.
public enum ProcessMemory {
    /// The kernel writes no core dump at this limit, neither to a file nor, as at 0, to a program that collects them.
    private static let noCoreDump = 1

    /// From now on this process and those it starts leave no core dump, and no other program of its user can look into its memory.
    ///
    /// Programs that it starts can be looked into: their own users have to recognise them.
    public static func conceal() throws(SandboxFault) {
        try leaveNoCoreDump()
        guard sandbox_forbid_inspection() == 0 else { throw .privileges }
    }

    /// From now on this process and those it starts leave no core dump. Other programs of its user can look into it: for one that somebody
    /// has to recognise.
    public static func leaveNoCoreDump() throws(SandboxFault) {
        try emptyCoreDumps()
        try ResourceLimit.set(RLIMIT_CORE, noCoreDump)
    }

    /// Where the limit is 0 for good already, a program that collects dumps still gets one: one without any memory in it. To be done
    /// while the process may still write its own settings.
    private static func emptyCoreDumps() throws(SandboxFault) {
        let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
        guard filter >= 0 else { throw .limit }
        defer { close(filter) }
        guard write(filter, "0", 1) == 1 else { throw .limit }
    }
}
