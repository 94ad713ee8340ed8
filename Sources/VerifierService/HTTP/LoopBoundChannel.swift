import HummingbirdCore
import Logging
import NIOCore

/// Answers the requests of a connection on the thread that reads them: a step that waits for nothing, which most are, then changes no
/// thread, and connections are spread over all processor cores as their event loops are.
struct LoopBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base

    init(_ base: Base) { self.base = base }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> { base.setup(channel: channel, logger: logger) }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) { await base.handle(value: value, logger: logger) }
    }
}
