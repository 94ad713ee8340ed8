import BrokerMessages
import LocalSockets

/// A user agent at the other end of the agents' socket.
actor SocketUserAgent: UserAgent {
    private let channel: FrameChannel
    private var waiting: CheckedContinuation<RawRequest?, Never>?
    private var isClosed = false

    init(_ channel: FrameChannel) { self.channel = channel }

    func release() async -> RawRequest? {
        guard !isClosed, waiting == nil else { return nil }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            Task {
                if await !tell(.pull) { take(nil) }
            }
        }
    }

    func deliver(_ response: [UInt8]) async -> Bool { await tell(.response(response)) }

    /// Tells the user agent something.
    @discardableResult
    func tell(_ notice: UserAgentNotice) async -> Bool { (try? await channel.send(notice.encode())) != nil }

    /// Takes the request that was asked for.
    func take(_ request: RawRequest?) {
        waiting?.resume(returning: request)
        waiting = nil
    }

    /// Nothing comes any more.
    func close() {
        isClosed = true
        take(nil)
        channel.close()
    }
}
