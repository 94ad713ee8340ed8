/// One end of a pair of channels within this process.
public final class InProcessChannel: DataChannel {
    private let incoming: MessageInbox
    private let outgoing: MessageInbox

    private init(incoming: MessageInbox, outgoing: MessageInbox) {
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// Two ends: what one sends the other receives.
    public static func pair() -> (InProcessChannel, InProcessChannel) {
        let (one, other) = (MessageInbox(), MessageInbox())
        return (InProcessChannel(incoming: one, outgoing: other), InProcessChannel(incoming: other, outgoing: one))
    }

    /// Hands a message to the other end.
    public func send(_ message: [UInt8]) async throws(HybridError) { outgoing.put(message) }

    /// The next message of the other end.
    public func receive() async throws(HybridError) -> [UInt8]? { try await incoming.receive() }

    /// Ends both directions.
    public func close() async {
        outgoing.finish()
        incoming.finish()
    }
}
