public import HybridTransport
import NIOCore
import NIOPosix
import Synchronization

/// Adverts as datagrams to this machine, in place of a radio: for machines without one, and for tests.
///
/// Shape: the service's 16-bit identifier, big-endian, and its data. Nearness is what a radio adds; here it is being on this machine.
public struct LoopbackAdverts: AdvertSource, AdvertSink {
    private let port: Int

    private static let host = "127.0.0.1"
    private static let interval = Duration.milliseconds(200)
    /// When listening that was let go of has ended, by its port: it holds the port for a moment.
    private static let endings = Mutex<[Int: EventLoopFuture<Void>]>([:])

    /// Makes one.
    ///
    /// - Parameter port: where adverts are sent to and heard.
    public init(port: Int) { self.port = port }

    /// Begins to listen at the port.
    public func listen() async throws(HybridError) -> AsyncStream<Advert> {
        let (stream, continuation) = AsyncStream.makeStream(of: Advert.self, bufferingPolicy: .bufferingNewest(64))
        try? await Self.endings.withLock { $0[port] }?.get()
        do {
            let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AdvertHandler(continuation)) }
                }
                .bind(host: Self.host, port: port).get()
            continuation.onTermination = { [port] _ in
                Self.endings.withLock { $0[port] = channel.closeFuture }
                channel.close(promise: nil)
            }
        } catch { throw HybridError(.advert, "adverts cannot be heard at port \(port) of this machine: \(error)") }
        return stream
    }

    /// Sends it several times in a second.
    public func send(_ advert: Advert) async throws(HybridError) {
        do {
            let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: Self.host, port: 0).get()
            defer { channel.close(promise: nil) }
            let address = try SocketAddress(ipAddress: Self.host, port: port)
            var buffer = ByteBuffer(integer: Advert.serviceUUID)
            buffer.writeBytes(advert.bytes)
            while !Task.isCancelled {
                // Nobody listens yet is no error.
                try? await channel.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: buffer))
                try? await Task.sleep(for: Self.interval)
            }
        } catch { throw HybridError(.advert, "adverts cannot be sent on this machine: \(error)") }
    }
}
