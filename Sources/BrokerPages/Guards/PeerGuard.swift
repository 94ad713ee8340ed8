import Glibc
import Logging
import NIOCore

/// Ends connections of other users of this machine before a byte of theirs is read: a loopback port is open to all of them.
final class PeerGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func channelActive(context: ChannelHandlerContext) {
        guard let peer = context.channel.remoteAddress, let local = context.channel.localAddress,
            ConnectionOwner.user(ofPeer: peer, local: local) == geteuid()
        else {
            logger.warning("closed a connection that is not, or no longer, one of this user")
            return context.close(promise: nil)
        }
        context.fireChannelActive()
    }
}
