import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a connection whose request goes on beyond what any route reads of one.
///
/// Routes bound what they read themselves, and say so; what they leave is read and thrown away before the next request of the
/// connection, and nothing else would end that.
final class BodyBound: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let most: Int
    private var left = 0

    /// Bytes of a body where none belongs.
    static let withoutBody = 16 << 10
    /// Bytes beyond the limit, so that its refusal gets through before the connection ends.
    private static let slack = 1 << 20

    init(bodyBytes: Int) { most = bodyBytes + Self.slack }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): left = head.method == .post ? most : Self.withoutBody
        case .body(let bytes):
            left -= bytes.readableBytes
            guard left >= 0 else { return context.close(promise: nil) }
        case .end: break
        }
        context.fireChannelRead(data)
    }
}
