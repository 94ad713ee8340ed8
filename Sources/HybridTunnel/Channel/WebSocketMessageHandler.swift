import HybridTransport
import NIOCore
import NIOWebSocket

/// Puts the messages of a WebSocket (RFC 6455) into an inbox, and answers its control frames.
///
/// Nobody can fill this side's memory: it reads no further while a message waits, and queues no pong for a peer that does not read. It
/// does read from a peer that does not, for two that send at the same time would wait for each other for ever.
final class WebSocketMessageHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let inbox: MessageInbox
    private let isClient: Bool

    init(_ inbox: MessageInbox, isClient: Bool) {
        self.inbox = inbox
        self.isClient = isClient
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .binary: inbox.put(Array(frame.unmaskedData.readableBytesView))
        case .ping: if context.channel.isWritable { send(.pong, frame.unmaskedData, to: context) }
        case .pong: break
        case .connectionClose:
            inbox.finish()
            send(.connectionClose, frame.unmaskedData, to: context)
            context.close(promise: nil)
        default:
            inbox.finish(HybridError(.message, "the tunnel carries something else than binary messages"))
            context.close(promise: nil)
        }
    }

    func read(context: ChannelHandlerContext) {
        if inbox.isEmpty { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        inbox.finish(HybridError(.closed, "the tunnel broke"))
        context.close(promise: nil)
    }

    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, to context: ChannelHandlerContext) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: isClient ? .random() : nil, data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }
}
