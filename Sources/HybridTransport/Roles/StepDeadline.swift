import Deadlines

/// A step of an exchange, for as long as it may take.
enum StepDeadline {
    static func run<Value: Sendable>(
        _ limit: Duration, _ step: String, _ work: @escaping @Sendable () async throws(HybridError) -> Value
    ) async throws(HybridError) -> Value {
        do {
            return try await DeadlineRace.run(
                within: limit, late: HybridError(.late, "\(step) took longer than \(limit)"), cancelled: HybridError(.cancelled, "\(step) was given up"),
                work)
        } catch let error as HybridError {
            throw error
        } catch {
            throw HybridError(.cancelled, "\(step) was given up")
        }
    }
}
