import NIOCore
import NIOHTTP1

/// Answers the requests of one connection.
final class AnswerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: WebServer
    private var isEndless = false

    init(_ server: WebServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { $0 + ", " + $1 }
        switch server.answer(to: WebRequest(uri: head.uri, headers: headers)) {
        case .silence: break
        case .stalled: send(.ok, ["content-length": "10"], to: context)
        case .endless:
            send(.ok, [:], to: context)
            isEndless = true
            pour(context)
        case .broken(let bytes, let announced):
            send(.ok, ["content-length": "\(announced)"], to: context)
            send(bytes, to: context)
            context.close(promise: nil)
        case .content(let bytes, let status, var headers):
            if status != .notModified { headers["content-length"] = "\(bytes.count)" }
            send(status, headers, to: context)
            send(bytes, to: context)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isEndless { pour(context) }
        context.fireChannelWritabilityChanged()
    }

    /// Somebody else's end of the connection is theirs to close.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func pour(_ context: ChannelHandlerContext) {
        while context.channel.isWritable, context.channel.isActive { send([UInt8](repeating: 0x61, count: 1 << 16), to: context) }
    }

    private func send(_ status: HTTPResponseStatus, _ headers: [String: String], to context: ChannelHandlerContext) {
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(headers.map { ($0.key, $0.value) }))
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    private func send(_ bytes: [UInt8], to context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    }
}
