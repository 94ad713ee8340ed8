import Synchronization

/// Which brands have a domain looked at: one at a time each, so that a zone that never answers holds up nobody but its owner.
final class DomainChecks: Sendable {
    private let brands = Mutex<Set<String>>([])

    /// Does a check, or refuses it while there is another of that brand.
    func hold<Value>(_ brand: String, _ check: () async throws -> Value) async throws -> Value {
        guard brands.withLock({ $0.insert(brand).inserted }) else { throw Problem(.checkRunning) }
        defer { brands.withLock { _ = $0.remove(brand) } }
        return try await check()
    }
}
