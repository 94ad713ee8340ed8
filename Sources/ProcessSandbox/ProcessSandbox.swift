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
        try limitMemory(limits.memoryBytes)
        try ProcessMemory.conceal()
        try ResourceLimit.set(__RLIMIT_NPROC, 0)
        try limitProcessor(limits.processorSeconds)
        let strength = try denyFilesAndNetwork()
        // Only now, since Landlock takes a descriptor for a moment.
        try ResourceLimit.set(RLIMIT_NOFILE, 0)
        try SystemCallFilter.load()
        return strength
    }

    // Each holds by itself, and is tested by itself.

    /// Bytes of memory beyond what the process takes now; asked for while there still are files.
    package static func limitMemory(_ bytes: Int) throws(SandboxFault) {
        guard let used = AddressSpace.used() else { throw .limit }
        try ResourceLimit.set(RLIMIT_AS, used + bytes)
    }

    /// Seconds of processor time.
    package static func limitProcessor(_ seconds: Int) throws(SandboxFault) { try ResourceLimit.set(RLIMIT_CPU, seconds) }

    /// Takes all rights to files, to TCP ports and to processes outside, as far as this kernel can.
    package static func denyFilesAndNetwork() throws(SandboxFault) -> SandboxStrength {
        guard sandbox_renounce_privileges() == 0 else { throw .privileges }
        let landlock = sandbox_deny_files_and_network()
        guard landlock >= 0 else { throw .landlock }
        return landlock > 0 ? .complete : .withoutLandlock
    }
}
