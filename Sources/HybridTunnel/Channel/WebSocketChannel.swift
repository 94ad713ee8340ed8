import HybridTransport
import NIOCore
import NIOWebSocket

/// One end of a WebSocket as a channel of messages.
final class WebSocketChannel: DataChannel {
    private let channel: any Channel
    private let inbox: MessageInbox
    private let isClient: Bool

    /// Takes a channel over whose upgrade to a WebSocket is done; on its event loop.
    init(_ channel: any Channel, isClient: Bool) throws {
        self.channel = channel
        self.isClient = isClient
        inbox = MessageInbox()
        try channel.pipeline.syncOperations.addHandlers([
            MaskGuard(isClient: isClient),
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1 << 10, maxAccumulatedFrameSize: FrameSealer.maximumBytes),
            WebSocketMessageHandler(inbox, isClient: isClient),
        ])
        // A channel that closed while it became a WebSocket tells its handlers nothing any more.
        channel.closeFuture.whenComplete { [inbox] _ in inbox.finish() }
    }

    func send(_ message: [UInt8]) async throws(HybridError) {
        let frame = WebSocketFrame(fin: true, opcode: .binary, maskKey: isClient ? .random() : nil, data: ByteBuffer(bytes: message))
        do { try await channel.writeAndFlush(frame) } catch { throw HybridError(.closed, "the tunnel has ended") }
    }

    func receive() async throws(HybridError) -> [UInt8]? {
        let message = try await inbox.receive()
        channel.read()
        return message
    }

    func close() async {
        let code = ByteBuffer(bytes: [0x03, 0xE8])
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: isClient ? .random() : nil, data: code)
        // A peer that does not read would hold up whoever waits for this to be written.
        channel.writeAndFlush(frame, promise: nil)
        try? await channel.close()
        inbox.finish()
    }
}
