import Dispatch

/// Waiting until a descriptor can be read from or written to, or the task is cancelled, without holding a thread.
enum Readiness {
    enum Direction {
        case reading
        case writing
    }

    static func wait(_ descriptor: CInt, for direction: Direction) async {
        // Unsafe, since a source is not Sendable: its handlers run on its own queue, one after the other, and any thread may cancel it.
        nonisolated(unsafe) let source: any DispatchSourceProtocol =
            switch direction {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor)
            }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                source.setCancelHandler { continuation.resume() }
                source.resume()
            }
        } onCancel: {
            source.cancel()
        }
    }
}
