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

    /// How high a limit can be raised; nil if the kernel does not say.
    static func highest(_ resource: __rlimit_resource) -> Int? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_max) : nil
    }

    /// Raises a limit that is lower than a value, as far as this process may. It can be lowered again.
    ///
    /// - Returns: how high it is then.
    static func raise(_ resource: __rlimit_resource, to value: Int) throws(SandboxFault) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .limit }
        let former = limit.rlim_cur
        guard former < rlim_t(value) else { return Int(clamping: former) }
        limit.rlim_cur = min(rlim_t(value), limit.rlim_max)
        let isRaised = setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
        return Int(clamping: isRaised ? limit.rlim_cur : former)
    }
}
