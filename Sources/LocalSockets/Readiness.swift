import Glibc
import Synchronization

/// Waiting until a descriptor can be read from or written to, or the task is cancelled, without holding a thread.
///
/// One thread waits for all of them, by poll(2). This is not left to libdispatch's sources: on Linux their record of what the kernel watches can
/// name a source that has ended (swift-corelibs-libdispatch issue 949), and the process ends by that.
package final class Readiness: Sendable {
    private struct Waiting {
        let descriptor: CInt
        let events: Int32
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        /// The two ends by which the thread hears that there is something else to wait for; nil until somebody waits.
        var ends: (hearing: CInt, telling: CInt)?
        var last: UInt64 = 0
        var waiting: [UInt64: Waiting] = [:]
    }

    private static let shared = Readiness()
    /// What ends every wait.
    private static let endings = POLLERR | POLLHUP | POLLNVAL

    private let state = Mutex(State())

    /// Until there is something to read, or an end.
    ///
    /// - Parameter descriptor: stays open meanwhile.
    package static func waitForReading(_ descriptor: CInt) async { await shared.wait(for: POLLIN, descriptor) }

    /// Until there is room, or nobody takes anything any more.
    ///
    /// - Parameter descriptor: stays open meanwhile.
    static func waitForWriting(_ descriptor: CInt) async { await shared.wait(for: POLLOUT, descriptor) }

    private func wait(for events: Int32, _ descriptor: CInt) async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard watch(Waiting(descriptor: descriptor, events: events, continuation: continuation), as: number) else {
                    return continuation.resume(returning: false)
                }
                // Who was cancelled before is not told again.
                if Task.isCancelled { end(number) } else { tellThread() }
            }
        } onCancel: {
            // The thread, too: what it waits for does not close.
            if end(number) { tellThread() }
        }
        // No descriptor or thread is to be had; whoever waits comes again.
        if !isOver { try? await Task.sleep(for: .milliseconds(100)) }
    }

    /// False if that cannot be done now.
    private func watch(_ waiting: Waiting, as number: UInt64) -> Bool {
        state.withLock { state in
            if state.ends == nil { state.ends = Self.start() }
            guard state.ends != nil else { return false }
            state.waiting[number] = waiting
            return true
        }
    }

    /// Ends a wait; false if it has ended before.
    @discardableResult
    private func end(_ number: UInt64) -> Bool {
        guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: number) }) else { return false }
        waiting.continuation.resume(returning: true)
        return true
    }

    private func tellThread() {
        guard let ends = state.withLock({ $0.ends }) else { return }
        var byte: UInt8 = 0
        // Where it is full there is something to hear already.
        _ = write(ends.telling, &byte, 1)
    }

    // MARK: The thread

    /// Starts the thread; nil where that cannot be done now.
    private static func start() -> (hearing: CInt, telling: CInt)? {
        var ends: [CInt] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, CInt(kind), 0, &ends) == 0 else { return nil }
        // Signals are for the threads that there were before.
        var (all, former) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { _ in Readiness.shared.run() }, nil) == 0 else {
            for end in ends { close(end) }
            return nil
        }
        pthread_detach(thread)
        return (ends[0], ends[1])
    }

    private func run() -> Never {
        while true {
            // The step that started this thread has noted the ends before it ends.
            let (ends, waiting) = state.withLock { ($0.ends, $0.waiting) }
            // Each descriptor once: poll takes no more entries than the process may open.
            var events: [CInt: Int32] = [:]
            for one in waiting.values { events[one.descriptor, default: 0] |= one.events }
            var watched = [pollfd(fd: ends?.hearing ?? -1, events: Int16(POLLIN), revents: 0)]
            watched += events.map { pollfd(fd: $0, events: Int16($1), revents: 0) }
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else {
                // The kernel's memory; a signal does not come here.
                usleep(10_000)
                continue
            }
            if watched[0].revents != 0 { Self.empty(watched[0].fd) }
            let happened = Dictionary(uniqueKeysWithValues: watched.dropFirst().map { ($0.fd, Int32($0.revents)) })
            for (number, one) in waiting where happened[one.descriptor, default: 0] & (one.events | Self.endings) != 0 { end(number) }
        }
    }

    private static func empty(_ descriptor: CInt) {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
