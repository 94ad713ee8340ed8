import Synchronization

/// Waits for work at most so long, even for work that does not heed its cancellation, as a lookup in the system does.
package final class DeadlineRace<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
        case done
    }

    private let state = Mutex(State.open)

    private init() {}

    /// The value, or an error after `limit`. Work that does not heed its cancellation goes on, and nobody waits for its value.
    ///
    /// - Parameters:
    ///   - late: is thrown when the time is over.
    ///   - cancelled: is thrown when whoever waits is cancelled.
    ///   - unclaimed: is given a value for which nobody waits any more, to let go of what it holds.
    package static func run(
        within limit: Duration, late: any Error, cancelled: any Error, unclaimed: @escaping @Sendable (Value) async -> Void = { _ in },
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let race = DeadlineRace()
        let task = Task {
            do {
                let value = try await work()
                if !race.settle(.success(value)) { await unclaimed(value) }
            } catch { race.settle(.failure(error)) }
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            race.settle(.failure(late))
        }
        defer {
            task.cancel()
            timer.cancel()
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { race.attach($0) }
        } onCancel: {
            race.settle(.failure(cancelled))
        }
    }

    private func attach(_ continuation: CheckedContinuation<Value, any Error>) {
        let result: Result<Value, any Error>? = state.withLock { state in
            guard case .settled(let result) = state else {
                state = .awaited(continuation)
                return nil
            }
            state = .done
            return result
        }
        if let result { continuation.resume(with: result) }
    }

    /// Whether it is this result that whoever waits gets.
    @discardableResult
    private func settle(_ result: Result<Value, any Error>) -> Bool {
        let (isFirst, continuation): (Bool, CheckedContinuation<Value, any Error>?) = state.withLock { state in
            switch state {
            case .open:
                state = .settled(result)
                return (true, nil)
            case .awaited(let continuation):
                state = .done
                return (true, continuation)
            case .settled, .done: return (false, nil)
            }
        }
        continuation?.resume(with: result)
        return isFirst
    }
}
