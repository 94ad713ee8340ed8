import NIOCore
import NIOPosix

/// Devices near, whose adverts a Bluetooth daemon without a radio takes as datagrams.
enum Radio {
    /// Sends adverts to a port of this machine, in their order, over and over, for as long as `body` runs.
    static func during(_ adverts: [(service: UInt16, data: [UInt8])], to port: Int, _ body: () async throws -> Void) async throws {
        let sender = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let datagrams = adverts.map { service, data in
            AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: [UInt8(service >> 8), UInt8(service & 255)] + data))
        }
        let sending = Task {
            while !Task.isCancelled {
                for datagram in datagrams { try await sender.writeAndFlush(datagram) }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        defer {
            sending.cancel()
            sender.close(promise: nil)
        }
        try await body()
    }
}
