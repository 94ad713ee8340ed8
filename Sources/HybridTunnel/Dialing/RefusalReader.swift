import NIOCore
import NIOHTTP1

/// Reads why a tunnel service grants no WebSocket.
final class RefusalReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let status: EventLoopPromise<UInt>

    init(_ status: EventLoopPromise<UInt>) { self.status = status }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): status.succeed(head.status.code)
        case .body: break
        case .end: context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        status.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
