import NIOCore
import NIOPosix
import Synchronization

/// A name server on loopback, for TXT records over UDP.
package final class NameServer: Sendable {
    /// What it says of a name.
    package enum Answer: Sendable {
        /// One record for each entry, each of several strings.
        case texts([[String]])
        /// There is no such name.
        case noName
        /// It cannot say.
        case failure
        /// Nothing, until it is told to say that there is no such name.
        case silence
        /// A message that ends in the middle of its first record.
        case cut
    }

    private let answers: [String: Answer]
    private let asked = Mutex<[String]>([])
    private let listener = Mutex<(any Channel)?>(nil)
    /// What it would have said to those it is silent to; nil once it is silent to nobody.
    private let unsaid = Mutex<[AddressedEnvelope<ByteBuffer>]?>([])

    private init(_ answers: [String: Answer]) { self.answers = answers }

    /// Starts a server that knows some names.
    package static func start(_ answers: [String: Answer]) async throws -> NameServer {
        let server = NameServer(answers)
        let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(QueryHandler(server)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        server.listener.withLock { $0 = channel }
        return server
    }

    /// Its port.
    package var port: UInt16 { UInt16(listener.withLock { $0 }?.localAddress?.port ?? 0) }

    /// The names it was asked for.
    package var names: [String] { asked.withLock { $0 } }

    /// Has it say to all to whom it is silent, now and from now on, that there is no such name.
    package func breakSilence() {
        let late = unsaid.withLock { unsaid in
            defer { unsaid = nil }
            return unsaid ?? []
        }
        let channel = listener.withLock { $0 }
        for answer in late { channel?.writeAndFlush(answer, promise: nil) }
    }

    /// Ends it.
    package func stop() async { try? await listener.withLock { $0 }?.close().get() }

    /// The answer to a query; nil for none.
    func answer(to query: [UInt8], from asker: SocketAddress) -> [UInt8]? {
        var position = 12
        var labels: [String] = []
        while position < query.count, query[position] > 0 {
            let end = position + 1 + Int(query[position])
            guard end <= query.count else { return nil }
            labels.append(String(decoding: query[position + 1..<end], as: UTF8.self))
            position = end
        }
        let name = labels.joined(separator: ".")
        asked.withLock { $0.append(name) }
        let question = Array(query[12..<min(position + 5, query.count)])
        func message(_ code: UInt8, _ records: [[UInt8]]) -> [UInt8] {
            Array(query[0..<2]) + [0x81, 0x80 | code, 0, 1, UInt8(records.count >> 8), UInt8(records.count & 0xFF), 0, 0, 0, 0] + question + records.flatMap { $0 }
        }
        switch answers[name] {
        case .texts(let texts): return message(0, texts.map(Self.record))
        case .noName, nil: return message(3, [])
        case .failure: return message(2, [])
        case .silence:
            return unsaid.withLock { unsaid -> [UInt8]? in
                let answer = message(3, [])
                if unsaid == nil { return answer }
                unsaid?.append(AddressedEnvelope(remoteAddress: asker, data: ByteBuffer(bytes: answer)))
                return nil
            }
        case .cut: return Array(message(0, [Self.record(["cut in two"])]).dropLast(4))
        }
    }

    private static func record(_ strings: [String]) -> [UInt8] {
        let data = strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        return [0xC0, 0x0C, 0, 16, 0, 1, 0, 0, 0, 60, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
    }
}

private final class QueryHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias OutboundOut = AddressedEnvelope<ByteBuffer>

    private let server: NameServer

    init(_ server: NameServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let query = unwrapInboundIn(data)
        guard let answer = server.answer(to: Array(query.data.readableBytesView), from: query.remoteAddress) else { return }
        context.writeAndFlush(wrapOutboundOut(AddressedEnvelope(remoteAddress: query.remoteAddress, data: ByteBuffer(bytes: answer))), promise: nil)
    }
}
