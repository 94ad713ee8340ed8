import NIOCore

/// Reads the status of the first answer, and passes over all else.
final class StatusReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let status: EventLoopPromise<String>

    init(_ status: EventLoopPromise<String>) { self.status = status }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        status.succeed(String(String(buffer: unwrapInboundIn(data)).dropFirst("HTTP/1.1 ".count).prefix(3)))
    }

    func channelInactive(context: ChannelHandlerContext) { status.succeed("") }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
