import NIOCore
import NIOPosix
import NIOSSL

/// A connection to a tunnel service over which a test says whatever it likes, byte by byte.
struct HandmadeEnd: Sendable {
    let channel: any Channel
    private let answer: EventLoopFuture<String>

    /// Connects, without or with TLS, and says nothing yet.
    init(_ tunnel: RunningTunnel, isOverTLS: Bool = true) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates([tunnel.authority])
        let (context, host) = (try NIOSSLContext(configuration: configuration), tunnel.domain.host)
        let answer = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: String.self)
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isOverTLS { try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: host)) }
                    try pipeline.addHandler(StatusReader(answer))
                }
            }
            .connect(host: "127.0.0.1", port: tunnel.port).get()
        self.answer = answer.futureResult
    }

    /// Says something, unless the service has closed.
    func say(_ bytes: [UInt8]) async { try? await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    /// Asks for a WebSocket: the status of the answer, empty where the service closes instead.
    func ask(_ path: String) async throws -> String {
        let lines = [
            "GET \(path) HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: fido.cable",
        ]
        await say(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        return try await answer.get()
    }

    /// Waits until the service has closed.
    func closed() async throws { try await channel.closeFuture.get() }
}
