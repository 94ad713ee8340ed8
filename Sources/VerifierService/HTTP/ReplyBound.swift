import NIOCore

/// Bounds the time in which a client takes nothing of what is written to it.
///
/// Who asks and does not read would keep its connection for ever: while an answer is pending Hummingbird's idle timer does nothing. It stands
/// next to the socket, so that with TLS, too, it counts what goes there. One timer of the connection's event loop looks after what was not
/// written at once; where nothing waits, as before the next event of a session, there is none.
final class ReplyBound: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let time: TimeAmount
    /// Bytes that were to be written since the connection began.
    private var given = 0
    private var deadline: Scheduled<Void>?

    init(_ limits: ServiceLimits) { time = .seconds(Int64(limits.idleSeconds)) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        given += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if deadline == nil { watch(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
    }

    private func watch(_ context: ChannelHandlerContext) {
        let left = untaken(context)
        guard left > 0 else { return }
        let taken = given - left
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.look(context, since: taken) }
    }

    private func look(_ context: ChannelHandlerContext, since taken: Int) {
        deadline = nil
        let left = untaken(context)
        if left > 0, given - left == taken { return context.close(promise: nil) }
        watch(context)
    }

    /// Bytes that wait until the client takes those before them; none where the connection is closed.
    private func untaken(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    }
}
