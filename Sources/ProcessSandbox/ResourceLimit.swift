import Glibc

/// A limit that the kernel keeps, for this process and those it starts.
enum ResourceLimit {
    /// Lowers a limit; one that is lower already stays, since only root could raise it.
    static func set(_ resource: __rlimit_resource, _ value: Int) throws(SandboxFault) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .limit }
        let lower = min(rlim_t(value), limit.rlim_max)
        limit = rlimit(rlim_cur: lower, rlim_max: lower)
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .limit }
    }
}
