import HybridTunnel
import NetworkAddressing
import NIOCore
import NIOPosix
import NIOSSL

/// A tunnel service that sends whoever comes elsewhere, for as long as a test runs.
enum RedirectingService {
    /// Runs it under the name of another one, beside that.
    ///
    /// - Parameter isPublic: which addresses are taken for the public internet's.
    static func during<Value>(
        _ tunnel: RunningTunnel, to location: @escaping @Sendable (_ port: Int) -> String, status: Int = 307, host: String = "127.0.0.1",
        isPublic: @escaping @Sendable (NetworkAddress) -> Bool = { _ in false }, _ body: (TunnelDialer) async throws -> Value
    ) async throws -> Value {
        let context = try NIOSSLContext(configuration: tunnel.credentials.configuration())
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let port = channel.localAddress?.port ?? 0
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context),
                        Redirection("HTTP/1.1 \(status) Elsewhere\r\nLocation: \(location(port))\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
                    ])
                }
            }
            .bind(host: host, port: 0).get()
        defer { server.close(promise: nil) }
        let address = TunnelAddress(host: host, port: server.localAddress?.port ?? 0)
        return try await body(TunnelDialer(trust: .certificates([tunnel.authority]), addresses: [tunnel.domain: address], isPublic: isPublic))
    }

    /// Answers the first bytes that come.
    private final class Redirection: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var answer: String?

        init(_ answer: String) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard let answer else { return }
            self.answer = nil
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }
    }
}
