import BrokerMessages
import LocalSockets

/// A user agent at the other end of the agents' socket.
struct SocketUserAgent: UserAgent {
    private let channel: FrameChannel
    private let released: PendingReply<RawRequest>
    let longestResponse: Int?

    init(_ channel: FrameChannel, longestResponse: Int?) {
        self.channel = channel
        self.longestResponse = longestResponse
        released = PendingReply(over: channel)
    }

    func release() async -> RawRequest? { await released.reply(to: UserAgentNotice.pull.encode()) }

    func deliver(_ response: [UInt8]) async -> Bool { await tell(.response(response)) }

    /// Tells the user agent something.
    @discardableResult
    func tell(_ notice: UserAgentNotice) async -> Bool { (try? await channel.send(notice.encode())) != nil }

    /// Takes the request that was asked for.
    func take(_ request: RawRequest) async { await released.take(request) }

    /// Nothing comes any more, and a response that the user agent has not taken whole never does.
    func close() async {
        await released.close()
        channel.close()
    }
}
