import NIOCore
import NIOPosix

/// A client that takes what comes with pauses. It does so on its connection's thread, so that none lasts longer while other tests are at work.
final class PausingReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let bytesBetweenPauses = 4 << 20
    private static let pause = TimeAmount.milliseconds(700)

    private let end: AsyncStream<Int>.Continuation
    private var taken = 0
    private var sincePause = 0

    private init(_ end: AsyncStream<Int>.Continuation) { self.end = end }

    /// Asks, and counts the bytes that come until the connection ends.
    static func taken(of askings: String, port: Int) async throws -> Int {
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        // The kernel reads little ahead for a client that pauses.
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.so_rcvbuf), value: 1 << 18)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(PausingReader(end)) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: askings)).get()
        return await ends.first { _ in true } ?? 0
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        taken += count
        sincePause += count
        guard sincePause > Self.bytesBetweenPauses else { return }
        sincePause = 0
        takesMore(false, context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.takesMore(true, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end.yield(taken)
        end.finish()
    }

    private func takesMore(_ takes: Bool, _ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: takes)
    }
}
