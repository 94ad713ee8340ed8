import Dispatch
import Glibc

/// Waiting until a descriptor can be read from or written to, or the task is cancelled, without holding a thread.
enum Readiness {
    /// Until there is something to read, or an end.
    static func waitForReading(_ descriptor: CInt) async {
        await wait(DispatchSource.makeReadSource(fileDescriptor: descriptor)) {}
    }

    /// Until there is room, or nobody takes anything any more.
    static func waitForWriting(_ descriptor: CInt) async {
        // A descriptor of its own: libdispatch watches all that wait for one descriptor together, forgets it where the other side leaves,
        // and whoever comes to wait for it just then is not woken any more.
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else {
            // None is free; one will be.
            try? await Task.sleep(for: .milliseconds(100))
            return
        }
        await wait(DispatchSource.makeWriteSource(fileDescriptor: own)) { close(own) }
    }

    private static func wait(_ source: any DispatchSourceProtocol, _ release: @escaping @Sendable () -> Void) async {
        // Unsafe, since a source is not Sendable: its handlers run on its own queue, one after the other, and any thread may cancel it.
        nonisolated(unsafe) let source = source
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                source.setCancelHandler {
                    release()
                    continuation.resume()
                }
                source.resume()
            }
        } onCancel: {
            source.cancel()
        }
    }
}
