/// How well a process is confined.
public enum SandboxStrength: Sendable, Hashable {
    /// By limits, system call filter and Landlock.
    case complete
    /// By limits and system call filter; this kernel has no Landlock.
    case withoutLandlock
}
