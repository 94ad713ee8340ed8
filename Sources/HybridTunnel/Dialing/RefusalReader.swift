import NIOCore
import NIOHTTP1

/// Reads why a tunnel service grants no WebSocket, or where it sends the device instead.
final class RefusalReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// The service's answer.
    struct Refusal: Sendable {
        let status: UInt
        /// Where to go instead, as the service says it.
        let location: String?
    }

    private let refusal: EventLoopPromise<Refusal>

    private static let redirections: Set<UInt> = [301, 302, 303, 307, 308]

    init(_ refusal: EventLoopPromise<Refusal>) { self.refusal = refusal }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let isRedirection = Self.redirections.contains(head.status.code)
            refusal.succeed(Refusal(status: head.status.code, location: isRedirection ? head.headers.first(name: "Location") : nil))
        case .body: break
        case .end: context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        refusal.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
