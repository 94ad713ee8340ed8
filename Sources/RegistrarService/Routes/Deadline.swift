import Deadlines

/// When a request must be answered.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    init(seconds: Int64) { end = .now + .seconds(seconds) }

    /// Runs work that heeds its cancellation, and waits until it has ended: for what must not outlive the request, as reading its
    /// body must not.
    ///
    /// - Parameter late: is thrown when the time is over.
    func hold<Value: Sendable>(
        late: any Error = Problem(.deadline), _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: work)
            group.addTask {
                try await Task.sleep(until: end, clock: .continuous)
                throw late
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw Problem(.fault) }
            return value
        }
    }

    /// Runs work that may not heed its cancellation. It is answered for in time all the same.
    func race<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await DeadlineRace.run(within: end - .now, late: Problem(.deadline), cancelled: CancellationError(), work)
    }
}
