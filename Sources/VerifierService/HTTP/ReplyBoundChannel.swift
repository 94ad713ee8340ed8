import HummingbirdCore
import Logging
import NIOCore

/// Has a connection ended whose client does not take what is written to it.
struct ReplyBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base
    private let limits: ServiceLimits

    init(_ base: Base, _ limits: ServiceLimits) {
        self.base = base
        self.limits = limits
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            // Before all others, so next to the socket.
            try channel.pipeline.syncOperations.addHandler(ReplyBound(limits))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
