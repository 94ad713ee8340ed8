import Dispatch
import Synchronization

/// Lets one connection of a pool at a time find out whether the server has ended a statement that was given up: each that asks is one more at the
/// server meanwhile.
final class ProbingTurn: Sendable {
    private struct State {
        var failures = 0
        /// That of the last failure.
        var fault = PostgreSQLFault.unfinished
    }

    private let turn = DispatchSemaphore(value: 1)
    private let state = Mutex(State())

    /// Waits for its turn, on the thread of a connection. Whoever has waited behind one that failed is told the same, instead of finding it out
    /// after as long again.
    func take<Value>(_ probe: () throws(PostgreSQLFault) -> Value) throws(PostgreSQLFault) -> Value {
        let before = state.withLock { $0.failures }
        turn.wait()
        defer { turn.signal() }
        let (failures, fault) = state.withLock { ($0.failures, $0.fault) }
        guard failures == before else { throw fault }
        do { return try probe() } catch {
            state.withLock { state in
                state.failures += 1
                state.fault = error
            }
            throw error
        }
    }
}
