import Glibc

/// A limit that the kernel keeps, for this process and those it starts.
enum ResourceLimit {
    /// Sets a limit for good, at most as high as it could be raised until now.
    static func set(_ resource: __rlimit_resource, _ value: Int) throws(SandboxFault) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .limit }
        let lower = min(rlim_t(value), limit.rlim_max)
        limit = rlimit(rlim_cur: lower, rlim_max: lower)
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .limit }
    }
}
