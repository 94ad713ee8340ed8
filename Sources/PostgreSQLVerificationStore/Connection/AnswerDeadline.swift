import Glibc
import Synchronization

/// Cuts a connection on which a call has waited for the server for too long.
///
/// The server ends a statement that takes too long by itself, but not where the statement never reached it, as behind a pooler that passes
/// nothing on, nor a COMMIT that waits for a standby. libpq waits for an answer without end; it takes a connection that was shut down for lost.
final class AnswerDeadline: Sendable {
    private struct State {
        /// The connection's socket under a number of its own: libpq may close the one it has within a call, and that number may then be
        /// another file's. Nil once the connection has ended.
        var socket: Int32?
        /// When the call under way has waited for too long; nil where none is.
        var moment: ContinuousClock.Instant?
        /// Whether there will be a look at it, so that a call need not ask for one.
        var isLookComing = false
        /// When the connection was cut; nil where it was not.
        var cut: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    private let seconds: Int

    /// - Parameters:
    ///   - socket: the connection's.
    ///   - seconds: how long a call may wait.
    /// - Returns: nil where no file can be opened any more.
    init?(of socket: Int32, seconds: Int) {
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        state = Mutex(State(socket: own))
        self.seconds = seconds
    }

    /// A call begins to wait for an answer, or for so many of them that come together.
    func begin(times count: Int) {
        let moment = ContinuousClock.now + .seconds(seconds * count)
        let wantsLook = state.withLock { state in
            state.moment = moment
            defer { state.isLookComing = true }
            return !state.isLookComing
        }
        if wantsLook { look(at: moment) }
    }

    /// When a call had waited for too long; nil where none has.
    var cut: ContinuousClock.Instant? { state.withLock { $0.cut } }

    /// The call has its answer.
    func end() { state.withLock { $0.moment = nil } }

    /// The connection has ended.
    func close() {
        state.withLock { state in
            if let socket = state.socket { Glibc.close(socket) }
            state.socket = nil
        }
    }

    private func look(at moment: ContinuousClock.Instant) {
        // Of no caller's own, and on none of the threads that wait for the server.
        Task.detached {
            try? await Task.sleep(until: moment, clock: .continuous)
            self.look()
        }
    }

    private func look() {
        let later: ContinuousClock.Instant? = state.withLock { state in
            if let moment = state.moment, moment > .now { return moment }
            if let socket = state.socket, state.moment != nil {
                shutdown(socket, Int32(SHUT_RDWR))
                state.cut = .now
            }
            state.isLookComing = false
            return nil
        }
        if let later { look(at: later) }
    }
}
