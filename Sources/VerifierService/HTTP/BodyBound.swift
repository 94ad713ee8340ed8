import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Bounds a request's body in time, and in size beyond what any route reads of one.
///
/// A body that is late ends with an error, of which the route makes its answer, and the connection ends after that. One timer of the
/// connection's event loop does that, and only for a body that does not arrive at once. Routes bound the size of what they read
/// themselves, and say so; what they leave is read and thrown away before the next request of the connection, and nothing else would
/// end that.
final class BodyBound: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// The body did not arrive in time.
    struct Late: Error {}

    private let most: Int
    private let time: TimeAmount
    private var left = 0
    private var isReading = false
    private var deadline: Scheduled<Void>?

    /// Bytes of a body where none belongs.
    private static let withoutBody = 16 << 10
    /// What the paths of posts that have a body end with, wherever the page's are.
    private static let takers = ["sessions", "envelope", "response", "outcome"]
    /// Bytes beyond the limit, so that its refusal gets through before the connection ends.
    private static let slack = 1 << 20

    init(_ limits: ServiceLimits) {
        most = limits.bodyBytes + Self.slack
        time = .seconds(Int64(limits.bodySeconds))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            left = Self.takesBody(head) ? most : Self.withoutBody
            isReading = true
        case .body(let bytes):
            left -= bytes.readableBytes
            guard left >= 0 else { return context.close(promise: nil) }
        case .end: arrived()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isReading, deadline == nil {
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.refuse(context) }
        }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        arrived()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { arrived() }

    /// Whether a body belongs to a request.
    static func takesBody(_ request: HTTPRequest) -> Bool {
        guard request.method == .post, let path = request.path?.utf8.prefix(while: { $0 != UInt8(ascii: "?") }),
            let last = path.split(separator: UInt8(ascii: "/")).last
        else { return false }
        return takers.contains { last.elementsEqual($0.utf8) }
    }

    private func arrived() {
        isReading = false
        deadline?.cancel()
        deadline = nil
    }

    private func refuse(_ context: ChannelHandlerContext) {
        arrived()
        context.fireErrorCaught(Late())
        // The handlers behind this one close the connection once the answer is written.
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
