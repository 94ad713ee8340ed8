import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Has the connection of a server end with the answer to a request for another protocol (`Upgrade`) or for a tunnel (`CONNECT`).
///
/// Such a request is answered like any other: who does not speak the protocol may ignore the wish (RFC 9110, 7.8). But NIO's decoder takes whatever
/// comes behind it for that protocol's. It finds no request there, and keeps all of it, without a bound. So nothing is read from there on, and the
/// answer says that it is the connection's last.
package final class UpgradeEnd: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// Requests whose answers have not ended.
    private var unanswered = 0
    /// Whether there was such a request.
    private var isEnding = false
    /// Whether all of it has come.
    private var isOver = false

    /// Makes the handler of one connection, which stands behind those that decode.
    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part {
            unanswered += 1
            if Self.isUpgrade(head) { isEnding = true }
        }
        context.fireChannelRead(data)
        guard isEnding, case .end = part else { return }
        isOver = true
        // The handlers behind this one close the connection once the answer is written.
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    /// Whether the decoder takes what follows for another protocol's. `Upgrade` alone is no wish for one.
    private static func isUpgrade(_ head: HTTPRequest) -> Bool {
        if head.method == .connect { return true }
        guard head.headerFields.contains(.upgrade) else { return false }
        return head.headerFields[values: .connection].contains { $0.lowercased().contains("upgrade") }
    }

    package func read(context: ChannelHandlerContext) {
        if !isOver { context.read() }
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        // Requests that came before it have their answers first.
        case .head(var head) where isEnding && unanswered == 1:
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            unanswered -= 1
            context.write(data, promise: promise)
        case .head, .body: context.write(data, promise: promise)
        }
    }
}
