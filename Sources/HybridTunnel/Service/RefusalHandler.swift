import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers a request that is not granted a WebSocket, and closes.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let measures: TunnelMeasures
    /// Counts are for whoever runs the service, on this machine, which a proxy here makes of everybody.
    private let showsMeasures: Bool
    /// None where an upgrader has refused: NIO does not hand the head on then.
    private var head: HTTPRequestHead?

    init(_ measures: TunnelMeasures, showsMeasures: Bool) {
        self.measures = measures
        self.showsMeasures = showsMeasures
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end: answer(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refusal is told as an error first.
        if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
    }

    private var isForwarded: Bool { ["forwarded", "x-forwarded-for"].contains { head?.headers.contains(name: $0) ?? false } }

    private func answer(_ context: ChannelHandlerContext) {
        switch head?.uri {
        case "/health": answer(.ok, "ok\n", to: context)
        case "/metrics" where showsMeasures && !isForwarded: answer(.ok, measures.text, to: context)
        default:
            measures.refuse()
            answer(.notFound, "There is no such tunnel, or it is not asked for as a WebSocket of \(TunnelRoute.subprotocol).\n", to: context)
        }
    }

    private func answer(_ status: HTTPResponseStatus, _ text: String, to context: ChannelHandlerContext) {
        let headers: HTTPHeaders = ["content-type": "text/plain; charset=utf-8", "content-length": "\(text.utf8.count)", "connection": "close"]
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        if head?.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil) }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
