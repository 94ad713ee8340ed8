/// Why a process cannot be confined. It must not read anything then.
public enum SandboxFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Privileges cannot be given up.
    case privileges
    /// A resource limit cannot be set.
    case limit
    /// The kernel has Landlock and does not apply it.
    case landlock
    /// The system call filter cannot be made or loaded; number of the error.
    case filter(Int32)

    /// What is wrong.
    public var description: String {
        switch self {
        case .privileges: "the process cannot give up its privileges"
        case .limit: "a resource limit cannot be set"
        case .landlock: "the kernel does not apply Landlock"
        case .filter(let error): "the system call filter cannot be loaded (error \(error)); does the kernel have seccomp?"
        }
    }
}
