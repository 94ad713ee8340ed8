/// The reply that somebody waits for who has asked the other side: one at a time.
package actor PendingReply<Reply: Sendable> {
    private let channel: FrameChannel
    private var waiting: CheckedContinuation<Reply?, Never>?
    private var isClosed = false

    /// Asks over a channel, whose frames somebody else reads.
    package init(over channel: FrameChannel) { self.channel = channel }

    /// Asks, and waits; nil where it cannot be asked, where something is asked already, and where nothing comes any more.
    package func reply(to question: [UInt8]) async -> Reply? {
        guard !isClosed, waiting == nil else { return nil }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            Task {
                do { try await channel.send(question) } catch { take(nil) }
            }
        }
    }

    /// Takes what has come. What nobody waits for is dropped.
    package func take(_ reply: Reply?) {
        waiting?.resume(returning: reply)
        waiting = nil
    }

    /// Nothing comes any more.
    package func close() {
        isClosed = true
        take(nil)
    }
}
