import HTTPTypes
import IgnoredUpgrades
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@Suite("Requests for other protocols")
struct UpgradeEndTests {
    /// Counts how often the socket would be read.
    private final class SocketReads: ChannelOutboundHandler {
        typealias OutboundIn = NIOAny

        var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    private static func head(_ method: HTTPRequest.Method, _ fields: HTTPFields) -> HTTPRequestPart {
        .head(HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/health", headerFields: fields))
    }

    @Test(
        "behind a request for another protocol, or for a tunnel, nothing is read, since the decoder would keep it; its body is, and what follows others",
        arguments: [
            (HTTPRequest.Method.post, [.upgrade: "h2c", .connection: "Upgrade, HTTP2-Settings"], false), (.connect, [:], false), (.post, [:], true),
            (.post, [.upgrade: "h2c"], true), (.post, [.connection: "upgrade"], true),
        ] as [(HTTPRequest.Method, HTTPFields, Bool)])
    func reads(_ method: HTTPRequest.Method, _ fields: HTTPFields, _ goesOn: Bool) throws {
        let socket = SocketReads()
        let channel = EmbeddedChannel(handlers: [socket, UpgradeEnd()])
        func isRead() -> Bool {
            let before = socket.count
            channel.read()
            return socket.count > before
        }
        #expect(isRead())
        try channel.writeInbound(Self.head(method, fields))
        #expect(isRead())
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "{}")))
        #expect(isRead())
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(isRead() == goesOn)
        _ = try channel.finish()
    }
}
