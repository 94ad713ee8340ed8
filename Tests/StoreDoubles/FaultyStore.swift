package import MobileDocument
package import RelyingParty
import Synchronization
package import VerificationSessions

/// A store that fails where it is told to, and counts what it is asked.
package final class FaultyStore: VerificationStore {
    /// How a call fails.
    package enum Fault: Sendable {
        /// Before anything happened.
        case unavailable
        /// After it happened, with its confirmation lost.
        case undetermined
    }

    private struct State {
        var settle: [Fault] = []
        var claim: [Fault] = []
        var settles = 0
        var handOuts = 0
        var reads = 0
        var pings = 0
    }

    private let store: any VerificationStore
    private let state = Mutex(State())

    package init(_ store: any VerificationStore) { self.store = store }

    /// The next calls to fail; later ones succeed.
    package func fail(settle: [Fault] = [], claim: [Fault] = []) {
        state.withLock { ($0.settle, $0.claim) = (settle, claim) }
    }

    package var settles: Int { state.withLock(\.settles) }
    package var handOuts: Int { state.withLock(\.handOuts) }
    package var reads: Int { state.withLock(\.reads) }
    package var pings: Int { state.withLock(\.pings) }

    private static func next(_ faults: inout [Fault]) -> Fault? { faults.isEmpty ? nil : faults.removeFirst() }

    package func settle(
        _ id: SessionIdentifier, _ settlement: Settlement, webhook: QueuedWebhook?, audit: @escaping @Sendable (AuditHead) throws -> AuditRecord
    ) async throws(StoreFailure) -> Bool {
        state.withLock { $0.settles += 1 }
        switch state.withLock({ Self.next(&$0.settle) }) {
        case .unavailable: throw .unavailable("switched off")
        case .undetermined:
            _ = try await store.settle(id, settlement, webhook: webhook, audit: audit)
            throw .undetermined("cut off")
        case nil: return try await store.settle(id, settlement, webhook: webhook, audit: audit)
        }
    }

    package func claim(_ id: SessionIdentifier, binding: [UInt8], at time: Instant) async throws(StoreFailure) -> Claim {
        switch state.withLock({ Self.next(&$0.claim) }) {
        case .unavailable: throw .undetermined("cut off before it happened")
        case .undetermined:
            _ = try await store.claim(id, binding: binding, at: time)
            throw .undetermined("cut off")
        case nil: return try await store.claim(id, binding: binding, at: time)
        }
    }

    package func handOut(
        _ id: SessionIdentifier, binding: [UInt8], request: [UInt8], secret: [UInt8], at time: Instant
    ) async throws(StoreFailure) -> HandOut {
        state.withLock { $0.handOuts += 1 }
        return try await store.handOut(id, binding: binding, request: request, secret: secret, at: time)
    }

    package func sweep(
        at time: Instant, stale: Instant, forget: Instant, limit: Int, ending: @escaping @Sendable (SessionRecord) throws -> SessionEnding
    ) async throws(StoreFailure) -> SweepReport {
        try await store.sweep(at: time, stale: stale, forget: forget, limit: limit, ending: ending)
    }

    package func insert(_ session: SessionRecord) async throws(StoreFailure) { try await store.insert(session) }
    package func session(_ id: SessionIdentifier) async throws(StoreFailure) -> SessionRecord? {
        state.withLock { $0.reads += 1 }
        return try await store.session(id)
    }
    package func heldRequest(_ id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> [UInt8]? { try await store.heldRequest(id, binding: binding) }
    package func note(_ outcome: PageOutcome, for id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> Bool {
        try await store.note(outcome, for: id, binding: binding)
    }
    package func deliver(
        _ id: SessionIdentifier, at time: Instant, window: Int, opens: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(StoreFailure) -> (record: SessionRecord, result: StoredResult)? {
        try await store.deliver(id, at: time, window: window, opens: opens)
    }
    package func report(_ id: SessionIdentifier) async throws(StoreFailure) -> [UInt8]? { try await store.report(id) }
    package func remove(_ id: SessionIdentifier) async throws(StoreFailure) -> Bool { try await store.remove(id) }
    package func leaseWebhooks(at time: Instant, leaseUntil: Instant, limit: Int) async throws(StoreFailure) -> [QueuedWebhook] {
        try await store.leaseWebhooks(at: time, leaseUntil: leaseUntil, limit: limit)
    }
    package func removeWebhook(_ id: String) async throws(StoreFailure) { try await store.removeWebhook(id) }
    package func postponeWebhook(_ id: String, attempts: Int, at time: Instant, until: Instant) async throws(StoreFailure) {
        try await store.postponeWebhook(id, attempts: attempts, at: time, until: until)
    }
    package func auditRecords(after sequence: Int64, limit: Int) async throws(StoreFailure) -> [AuditRecord] {
        try await store.auditRecords(after: sequence, limit: limit)
    }
    package func ping() async throws(StoreFailure) {
        state.withLock { $0.pings += 1 }
        try await store.ping()
    }
    package func close() async { await store.close() }
}
