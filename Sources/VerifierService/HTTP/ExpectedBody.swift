import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Invites the body of a client that asks first whether to send it (`Expect: 100-continue`; RFC 9110, 10.1.1) and would wait otherwise.
///
/// Where no body belongs, or a longer one than is taken, none is invited: the answer comes without it.
final class ExpectedBody: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServiceLimits
    /// Requests whose answers have not ended.
    private var unanswered = 0
    /// Whether the client keeps the body of its newest request back.
    private var isKeptBack = false

    init(_ limits: ServiceLimits) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isKeptBack = head.headerFields[.expect]?.lowercased() == "100-continue" && BodyBound.takesBody(head) && !isTooLong(head)
            invite(context)
        case .body, .end: isKeptBack = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        context.write(data, promise: promise)
        guard case .end = part else { return }
        unanswered -= 1
        invite(context)
    }

    private func isTooLong(_ head: HTTPRequest) -> Bool {
        head.headerFields[.contentLength].flatMap { Int($0) }.map { $0 > limits.bodyBytes } ?? false
    }

    /// Behind an answer that has not ended it would stand in the midst of that one.
    private func invite(_ context: ChannelHandlerContext) {
        guard isKeptBack, unanswered == 1 else { return }
        isKeptBack = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}
