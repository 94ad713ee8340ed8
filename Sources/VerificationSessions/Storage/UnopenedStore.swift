package import MobileDocument
package import RelyingParty

/// Stands for a store that is not to be touched, where a service is put together to see whether that can be done, and is not run.
package struct UnopenedStore: VerificationStore {
    private static let failure = StoreFailure.unavailable("it was not opened")

    package init() {}

    package func insert(_ session: SessionRecord) async throws(StoreFailure) { throw Self.failure }
    package func session(_ id: SessionIdentifier) async throws(StoreFailure) -> SessionRecord? { throw Self.failure }
    package func handOut(
        _ id: SessionIdentifier, binding: [UInt8], request: [UInt8], secret: [UInt8], at time: Instant
    ) async throws(StoreFailure) -> HandOut { throw Self.failure }
    package func heldRequest(_ id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> [UInt8]? { throw Self.failure }
    package func claim(_ id: SessionIdentifier, binding: [UInt8], at time: Instant) async throws(StoreFailure) -> Claim { throw Self.failure }
    package func settle(
        _ id: SessionIdentifier, _ settlement: Settlement, webhook: QueuedWebhook?, audit: @escaping @Sendable (AuditHead) throws -> AuditRecord
    ) async throws(StoreFailure) -> Bool { throw Self.failure }
    package func note(_ outcome: PageOutcome, for id: SessionIdentifier, binding: [UInt8]) async throws(StoreFailure) -> Bool { throw Self.failure }
    package func deliver(
        _ id: SessionIdentifier, at time: Instant, window: Int, opens: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(StoreFailure) -> (record: SessionRecord, result: StoredResult)? { throw Self.failure }
    package func report(_ id: SessionIdentifier) async throws(StoreFailure) -> [UInt8]? { throw Self.failure }
    package func remove(_ id: SessionIdentifier) async throws(StoreFailure) -> Bool { throw Self.failure }
    package func sweep(
        at time: Instant, stale: Instant, forget: Instant, limit: Int, ending: @escaping @Sendable (SessionRecord) throws -> SessionEnding
    ) async throws(StoreFailure) -> SweepReport { throw Self.failure }
    package func leaseWebhooks(at time: Instant, leaseUntil: Instant, limit: Int) async throws(StoreFailure) -> [QueuedWebhook] { throw Self.failure }
    package func removeWebhook(_ id: String) async throws(StoreFailure) { throw Self.failure }
    package func postponeWebhook(_ id: String, attempts: Int, at time: Instant, until: Instant) async throws(StoreFailure) { throw Self.failure }
    package func auditRecords(after sequence: Int64, limit: Int) async throws(StoreFailure) -> [AuditRecord] { throw Self.failure }
    package func ping() async throws(StoreFailure) { throw Self.failure }
    package func close() async {}
}
