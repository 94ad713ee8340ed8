/// Messages to and from the other device, in order; what carries them is not trusted with anything.
public protocol DataChannel: Sendable {
    /// Sends a message, and waits until the carrier has taken it.
    func send(_ message: [UInt8]) async throws(HybridError)

    /// The next message, for one reader at a time; nil when the other side has closed.
    ///
    /// Throws `hybrid.cancelled` at once when its task is cancelled, and the channel can still be used then.
    func receive() async throws(HybridError) -> [UInt8]?

    /// Closes both directions. What was sent still arrives.
    func close() async
}
