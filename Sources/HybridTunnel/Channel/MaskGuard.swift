import HybridTransport
import NIOCore
import NIOWebSocket

/// Refuses frames that are not masked as their sender must: a client masks each of its frames, a service none (RFC 6455, 5.1).
///
/// It stands before the frames are put together, since that leaves no trace of masks.
final class MaskGuard: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let isClient: Bool

    init(isClient: Bool) { self.isClient = isClient }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let isMasked = unwrapInboundIn(data).maskKey != nil
        if isMasked == isClient { return context.fireErrorCaught(HybridError(.message, "a frame of the tunnel is not masked as its sender must")) }
        context.fireChannelRead(data)
    }
}
