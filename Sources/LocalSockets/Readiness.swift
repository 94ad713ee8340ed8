import Dispatch

/// Waiting until a descriptor can be read from or written to, without holding a thread.
enum Readiness {
    enum Direction {
        case reading
        case writing
    }

    static func wait(_ descriptor: CInt, for direction: Direction) async {
        await withCheckedContinuation { continuation in
            // Unsafe, since a source is not Sendable: its handlers use it on its own queue only, one after the other, and the last one lets it go.
            nonisolated(unsafe) let source: any DispatchSourceProtocol =
                switch direction {
                case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor)
                case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor)
                }
            source.setEventHandler { source.cancel() }
            source.setCancelHandler { continuation.resume() }
            source.resume()
        }
    }
}
