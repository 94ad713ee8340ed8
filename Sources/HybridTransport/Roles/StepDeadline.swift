import Deadlines

/// A step of an exchange, for as long as it may take.
enum StepDeadline {
    /// - Parameter unclaimed: is given a value that comes after the end, as a connection that must be closed.
    static func run<Value: Sendable>(
        _ limit: Duration, _ step: String, unclaimed: @escaping @Sendable (Value) async -> Void = { _ in },
        _ work: @escaping @Sendable () async throws(HybridError) -> Value
    ) async throws(HybridError) -> Value {
        do {
            return try await DeadlineRace.run(
                within: limit, late: HybridError(.late, "\(step) took longer than \(limit)"), cancelled: HybridError(.cancelled, "\(step) was given up"),
                unclaimed: unclaimed, work)
        } catch let error as HybridError {
            throw error
        } catch {
            throw HybridError(.cancelled, "\(step) was given up")
        }
    }
}
