import Foundation
import MobileDocument
import RelyingParty
import VerificationSessions

/// Sessions for measuring a store alone, with a request and a secret as large as a real one's.
struct LoadSessions: Sendable {
    /// Digest of the token of the browser that holds them all.
    static let binding = [UInt8](repeating: 1, count: 32)
    private static let request = [UInt8](repeating: 2, count: 1800)
    private static let secret = [UInt8](repeating: 3, count: 220)

    let records: [SessionRecord]

    init(count: Int) throws {
        let policy = try Self.policy()
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        records = (0..<count).map { _ in
            var generator = SystemRandomNumberGenerator()
            return SessionRecord(
                id: .random(using: &generator), correlation: SessionIdentifier.random(using: &generator).rawValue, policy: policy, reference: nil,
                createdAt: now, expiresAt: now.advanced(bySeconds: 1800))
        }
    }

    /// What the sessions of a load run ask for.
    static func policy() throws -> VerificationPolicy {
        var goals: [VerificationGoal] = []
        for element in LoadWorld.elements { goals.append(try VerificationGoal(element.rawValue)) }
        return try VerificationPolicy(name: "load", documents: [PolicyDocument(goals: goals)], sessionSeconds: 1800)
    }

    /// Keeps a session and hands its request out; false where the store failed.
    func keep(_ record: SessionRecord, in store: any VerificationStore) async -> Bool {
        guard (try? await store.insert(record)) != nil else { return false }
        let outcome = try? await store.handOut(
            record.id, binding: Self.binding, request: Self.request, secret: Self.secret, at: record.createdAt)
        return outcome == .bound
    }

    /// Claims a session that was kept; false where the store failed or refused.
    static func claim(_ record: SessionRecord, in store: any VerificationStore) async -> Bool {
        guard case .claimed? = try? await store.claim(record.id, binding: binding, at: record.createdAt) else { return false }
        return true
    }

    /// How a session ends whose answer was verified. Its result is as random as a sealed one: a database may compress what it keeps.
    static func settlement(report: [UInt8], resultBytes: Int, at time: Instant) -> Settlement {
        Settlement(
            status: .verified, refusal: nil, at: time, report: report, result: (0..<resultBytes).map { _ in UInt8.random(in: .min ... .max) },
            retained: nil, eraseAt: time.advanced(bySeconds: 900))
    }

    /// Settles a session that was claimed, with its signed record; false where the store failed or refused.
    static func settle(_ record: SessionRecord, _ settlement: Settlement, _ audit: AuditSigner, in store: any VerificationStore) async -> Bool {
        let decision = AuditDecision(
            at: settlement.at, session: record.id, policy: record.policy.name, decision: settlement.status, refusal: settlement.refusal,
            profile: "iso", satisfied: true)
        return (try? await store.settle(record.id, settlement, webhook: nil, audit: audit.record(decision))) == true
    }
}
