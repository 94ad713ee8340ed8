import CSandbox
import Glibc

/// Confines the process it is called in to computing: for programs that read what strangers wrote and hold nothing else.
public enum ProcessSandbox {
    /// Confines this process for the rest of its life.
    ///
    /// Called first, before there is a second thread, a `Task` or a queue. Afterwards the process can read standard input, write to
    /// standard output and standard error, compute within the limits, and end. Any other system call ends it (SIGSYS), and so does
    /// time above the limit (SIGKILL).
    ///
    /// - Returns: how well it is confined; a kernel without Landlock is the only weakness that is put up with.
    public static func enter(_ limits: SandboxLimits) throws(SandboxFault) -> SandboxStrength {
        // Read while there still are files.
        guard let addressSpace = AddressSpace.used() else { throw .limit }
        guard sandbox_renounce_privileges() == 0, sandbox_forbid_inspection() == 0 else { throw .privileges }
        try set(RLIMIT_CORE, 0)
        try set(__RLIMIT_NPROC, 0)
        try set(RLIMIT_CPU, limits.processorSeconds)
        try set(RLIMIT_AS, addressSpace + limits.memoryBytes)
        let landlock = sandbox_deny_files_and_network()
        guard landlock >= 0 else { throw .landlock }
        // Only now, since Landlock takes a descriptor for a moment.
        try set(RLIMIT_NOFILE, 0)
        try SystemCallFilter.load()
        return landlock > 0 ? .complete : .withoutLandlock
    }

    private static func set(_ resource: __rlimit_resource, _ value: Int) throws(SandboxFault) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .limit }
    }
}
