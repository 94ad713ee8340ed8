/// Why bytes are not what a broker and its parser tell each other.
public struct WireFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where reading stopped.
    public let offset: Int
    /// What is wrong, one sentence for a developer.
    public let reason: String

    /// Place and sentence on one line.
    public var description: String { "at byte \(offset): \(reason)" }
}
