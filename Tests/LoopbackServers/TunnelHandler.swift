import NIOCore

/// Takes a CONNECT as a proxy does, and then makes the connection one of the server that was asked for.
final class TunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: WebServer
    private var received = ""

    init(_ server: WebServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard received.hasSuffix("\r\n\r\n") else { return }
        let words = received.split(separator: " ")
        guard words.count > 1, words[0] == "CONNECT" else { return context.close(promise: nil) }
        server.connected(to: String(words[1]))
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n")), promise: nil)
        do {
            try server.serve(context.channel)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }
}
