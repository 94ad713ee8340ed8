/// Runs work that is cancelled, and answered for, when it takes too long.
func withDeadline<Value: Sendable>(seconds: Int64, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: work)
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw Problem(.deadline)
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw Problem(.fault) }
        return value
    }
}
