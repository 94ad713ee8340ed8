import HybridTransport
import HybridTunnel
import LoopbackServers
import NIOCore
import NIOPosix
import Testing

@Suite("Adverts on this machine", .timeLimit(.minutes(5)))
struct LoopbackAdvertTests {
    @Test("An advert is heard while it is sent; datagrams that are none are passed over")
    func heard() async throws {
        let port = try DatagramPort.free()
        let adverts = LoopbackAdverts(port: port)
        let stream = try await adverts.listen()
        let stray = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        for bytes in [[], [0xff], [0xff, 0xf9, 1], [0x12, 0x34] + [UInt8](repeating: 0, count: 20)] as [[UInt8]] {
            try await stray.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: bytes)))
        }
        let advert = try #require(Advert(serviceData: [UInt8](repeating: 3, count: 20)))
        let sending = Task { try await adverts.send(advert) }
        var heard = stream.makeAsyncIterator()
        #expect(await heard.next() == advert)
        sending.cancel()
        try await sending.value
        try await stray.close()
    }

    @Test("A port that another program listens at is an error that names it")
    func occupied() async throws {
        let holder = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(holder.localAddress?.port)
        #expect(await Outcome.of { _ = try await LoopbackAdverts(port: port).listen() } == .advert)
        try await holder.close()
    }
}
