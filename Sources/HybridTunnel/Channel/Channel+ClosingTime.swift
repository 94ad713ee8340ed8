import NIOCore

extension Channel {
    /// Closes in so long, unless it is called off. A channel that is closed before is not kept until then.
    @discardableResult
    func close(in limit: TimeAmount) -> Scheduled<Void> {
        let closing = eventLoop.scheduleTask(in: limit) { self.close(promise: nil) }
        closeFuture.whenComplete { _ in closing.cancel() }
        return closing
    }
}
