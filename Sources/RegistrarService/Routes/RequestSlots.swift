import Synchronization

/// How many requests are worked on at one time. One that was answered for while its work goes on keeps its place until that ends.
final class RequestSlots: Sendable {
    private let limit: Int
    private let taken = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// Does the work of a request, or refuses it where there is no place.
    func hold<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard enter() else { throw Problem(.busy) }
        defer { taken.withLock { $0 -= 1 } }
        return try await work()
    }

    private func enter() -> Bool {
        taken.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }
}
