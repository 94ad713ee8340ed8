import Synchronization

/// Which brands have a domain looked at: one at a time each, and few at a time of those that are not approved. Whoever registers may ask for a look,
/// and one at a host that never answers keeps its place among the requests: such looks hold up others of brands that wait, and nothing else.
final class DomainChecks: Sendable {
    private let unapprovedLimit: Int
    /// Whether each is approved.
    private let brands = Mutex<[String: Bool]>([:])

    init(unapproved limit: Int) { unapprovedLimit = limit }

    /// Does a check, or refuses it while there is another of that brand, or as many as there may be of brands that are not approved.
    func hold<Value>(_ brand: String, isApproved: Bool, _ check: () async throws -> Value) async throws -> Value {
        if let refusal = enter(brand, isApproved) { throw refusal }
        defer { brands.withLock { _ = $0.removeValue(forKey: brand) } }
        return try await check()
    }

    private func enter(_ brand: String, _ isApproved: Bool) -> Problem? {
        brands.withLock { brands -> Problem? in
            guard brands[brand] == nil else { return Problem(.checkRunning) }
            guard isApproved || brands.values.count(where: { !$0 }) < unapprovedLimit else {
                return Problem(.busy, "domains of other brands that wait are being looked at")
            }
            brands[brand] = isApproved
            return nil
        }
    }
}
