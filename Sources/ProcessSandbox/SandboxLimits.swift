/// What a confined process may use.
public struct SandboxLimits: Sendable, Hashable {
    /// Seconds of processor time, after which the kernel kills it.
    public let processorSeconds: Int
    /// Bytes of memory beyond what the program itself takes when it starts.
    public let memoryBytes: Int

    /// Sets the limits.
    public init(processorSeconds: Int, memoryBytes: Int) {
        self.processorSeconds = processorSeconds
        self.memoryBytes = memoryBytes
    }
}
