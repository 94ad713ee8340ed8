import NIOCore
import NIOPosix

/// A connection on which a test says what it likes, as slowly as it likes.
enum RawConnection {
    /// What a test does with a connection.
    final class Talk {
        private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

        init(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) {
            self.inbound = inbound.makeAsyncIterator()
            self.outbound = outbound
        }

        func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }
        func send(_ bytes: ByteBuffer) async throws { try await outbound.write(bytes) }

        /// Everything up to a text, or to the end of the connection.
        func read(until end: String? = nil) async throws -> String {
            var text = ""
            while let part = try await inbound.next() {
                text += String(buffer: part)
                if let end, text.contains(end) { break }
            }
            return text
        }
    }

    static func with<Value: Sendable>(port: Int, _ body: (Talk) async throws -> Value) async throws -> Value {
        // The kernel reads little ahead for a test that does not read.
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).channelOption(.socketOption(.so_rcvbuf), value: 1 << 18)
        let channel = try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel) }
        }
        return try await channel.executeThenClose { inbound, outbound in try await body(Talk(inbound, outbound)) }
    }
}
