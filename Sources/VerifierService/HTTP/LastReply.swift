import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Has the last answer of a connection say so, once the service is to end, or a body was late.
///
/// Hummingbird closes the connection behind that answer and tells nobody: a client, or the proxy in front, would send its next request on it, and
/// not know what became of that.
final class LastReply: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Requests whose answers have not ended.
    private var unanswered = 0
    /// Whether this connection was told to end.
    private var isEnding = false
    /// Whether its listener was.
    private let ending: Ending

    init(_ ending: Ending) { self.ending = ending }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { unanswered += 1 }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isEnding = true }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        // Of requests that were sent together the later ones are answered, too.
        case .head(var head) where unanswered == 1 && (isEnding || ending.isSet):
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            unanswered -= 1
            context.write(data, promise: promise)
        case .head, .body: context.write(data, promise: promise)
        }
    }
}
