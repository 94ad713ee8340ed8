import Crypto
import Foundation
import MobileDocument
import RelyingParty
import VerificationSessions

/// What the tests of this target are made of, at one moment.
enum Sample {
    static let now = Instant(secondsSinceEpoch: 1_780_315_200)  // 2026-06-01T12:00:00Z
    /// The audit key of all tests.
    static let auditKey = P256.Signing.PrivateKey()

    static func after(_ seconds: Int64) -> Instant { now.advanced(bySeconds: seconds) }

    static func policy(retaining retained: [String] = [], retentionSeconds: Int = 0) throws -> VerificationPolicy {
        let goals = try ["age_over_21", "name", "portrait"].map { try VerificationGoal($0) }
        return try VerificationPolicy(
            name: "rental", documents: [PolicyDocument(goals: goals, retain: Set(retained.map { try VerificationGoal($0) }))],
            retentionSeconds: retentionSeconds)
    }

    static func identifier() -> SessionIdentifier {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }

    static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

    /// A session that starts and waits for ten minutes.
    static func record(_ id: SessionIdentifier = identifier(), retentionSeconds: Int = 0, at time: Instant = now) throws -> SessionRecord {
        SessionRecord(
            id: id, correlation: identifier().rawValue, policy: try policy(retentionSeconds: retentionSeconds), reference: "order-4711",
            createdAt: time, expiresAt: time.advanced(bySeconds: 600))
    }

    static func webhook(due: Instant = now) -> QueuedWebhook {
        QueuedWebhook(id: "msg_" + identifier().rawValue, body: bytes(64), due: due)
    }

    static func verified(result: [UInt8] = bytes(40), retained: [UInt8]? = nil, at time: Instant = now) -> Settlement {
        Settlement(
            status: .verified, refusal: nil, at: time, report: bytes(40), result: result, retained: retained,
            eraseAt: time.advanced(bySeconds: 900))
    }

    static func refused(at time: Instant = now) -> Settlement {
        Settlement(status: .refused, refusal: "mso.digest", at: time, report: bytes(40), result: nil, retained: nil, eraseAt: time)
    }

    static func audit(_ id: SessionIdentifier) -> @Sendable (AuditHead) throws -> AuditRecord {
        AuditSigner(key: auditKey).record(
            AuditDecision(at: now, session: id, policy: "rental", decision: .verified, refusal: nil, profile: "iso", satisfied: true))
    }
}

extension VerificationStore {
    /// A session of which a browser holds the request.
    func handedOut(
        binding: [UInt8] = Sample.bytes(32), request: [UInt8] = Sample.bytes(80), secret: [UInt8] = Sample.bytes(64), retentionSeconds: Int = 0,
        at time: Instant = Sample.now
    ) async throws -> (id: SessionIdentifier, binding: [UInt8]) {
        let record = try Sample.record(retentionSeconds: retentionSeconds, at: time)
        try await insert(record)
        guard try await handOut(record.id, binding: binding, request: request, secret: secret, at: time) == .bound else {
            throw Unexpected()
        }
        return (record.id, binding)
    }

    /// A session whose answer is being verified.
    func claimed(retentionSeconds: Int = 0, at time: Instant = Sample.now) async throws -> SessionIdentifier {
        let (id, binding) = try await handedOut(retentionSeconds: retentionSeconds, at: time)
        guard case .claimed = try await claim(id, binding: binding, at: time) else { throw Unexpected() }
        return id
    }

    /// A session that came to its end.
    func settled(
        _ settlement: Settlement = Sample.verified(), webhook: QueuedWebhook? = nil, retentionSeconds: Int = 0
    ) async throws -> SessionIdentifier {
        let id = try await claimed(retentionSeconds: retentionSeconds, at: settlement.at)
        guard try await settle(id, settlement, webhook: webhook, audit: Sample.audit(id)) else { throw Unexpected() }
        return id
    }

    /// What a delivery gives; nil where there is no such session.
    func delivered(_ id: SessionIdentifier, after seconds: Int64 = 0) async throws -> StoredResult? {
        try await deliver(id, at: Sample.after(seconds), window: 60, opens: { _ in true })?.result
    }

    /// A sweep that writes an audit record for each cut-off session, and notices for none.
    func sweep(at time: Instant, stale: Instant, forget: Instant, limit: Int) async throws -> SweepReport {
        try await sweep(at: time, stale: stale, forget: forget, limit: limit) { record in
            SessionEnding(webhook: nil, audit: record.isInterrupted ? Sample.audit(record.id) : nil)
        }
    }

    /// Checks the whole audit chain, and gives its records.
    func checkedAudit() async throws -> [AuditRecord] {
        let records = try await auditRecords(after: 0, limit: 10_000)
        var chain = AuditChain(keys: [AuditKey(Sample.auditKey.publicKey)])
        for record in records { try chain.append(record) }
        return records
    }
}

/// A preparation did not come out as it must for the test to mean anything.
struct Unexpected: Error {}
