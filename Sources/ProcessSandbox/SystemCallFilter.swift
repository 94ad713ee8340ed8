import CSeccomp
import Glibc

/// The system calls a confined process may make; every other one ends it.
enum SystemCallFilter {
    /// What computing in Swift takes.
    private static let allowed = [
        "brk", "clock_gettime", "exit", "exit_group", "futex", "getrandom", "gettid", "madvise", "mremap", "munmap", "rt_sigreturn",
    ]

    static func load() throws(SandboxFault) {
        guard let filter = seccomp_init(UInt32(SCMP_ACT_KILL_PROCESS)) else { throw .filter(ENOMEM) }
        defer { seccomp_release(filter) }
        // Calls of another architecture's table end it as well.
        try check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, UInt32(SCMP_ACT_KILL_PROCESS)))
        try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))
        for name in allowed { try allow(name, in: filter) }
        try allow("read", where: [argument(0, is: UInt64(STDIN_FILENO))], in: filter)
        try allow("write", where: [argument(0, is: UInt64(STDOUT_FILENO))], in: filter)
        try allow("write", where: [argument(0, is: UInt64(STDERR_FILENO))], in: filter)
        // Memory of its own, and none that can be executed.
        let notExecutable = argument(2, masked: UInt64(PROT_EXEC), is: 0)
        let anonymous = argument(3, masked: UInt64(MAP_ANONYMOUS), is: UInt64(MAP_ANONYMOUS))
        try allow("mmap", where: [notExecutable, anonymous], in: filter)
        try allow("mprotect", where: [notExecutable], in: filter)
        try check(seccomp_load(filter))
    }

    private static func allow(
        _ name: String, where conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx
    ) throws(SandboxFault) {
        let number = seccomp_syscall_resolve_name(name)
        guard number != __NR_SCMP_ERROR else { throw .filter(EINVAL) }
        try check(seccomp_rule_add_array(filter, UInt32(SCMP_ACT_ALLOW), number, UInt32(conditions.count), conditions))
    }

    private static func argument(_ position: UInt32, is value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: position, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    private static func argument(_ position: UInt32, masked mask: UInt64, is value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: position, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    private static func check(_ result: Int32) throws(SandboxFault) {
        guard result == 0 else { throw .filter(-result) }
    }
}
