import Dispatch
import Foundation
import Synchronization

/// The thread of one connection, as the executor of its actor: calls of libpq block, and here they block nobody else.
///
/// Swift's own threads are as many as there are cores and must never wait for a network. The alternative, libpq's
/// non-blocking calls with a poll loop, saves these few threads and costs a state machine for every step of connecting, TLS
/// and cancelling; a service has about ten connections.
final class ConnectionThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [self] in run() }
        thread.name = "postgresql"
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        work.signal()
    }

    /// Ends the thread after what is queued. Nothing may be queued any more.
    func stop() {
        state.withLock { $0.isStopped = true }
        work.signal()
    }

    private func run() {
        while true {
            work.wait()
            let (job, isStopped) = state.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isStopped) }
            if let job {
                job.runSynchronously(on: asUnownedSerialExecutor())
            } else if isStopped {
                return
            }
        }
    }
}
