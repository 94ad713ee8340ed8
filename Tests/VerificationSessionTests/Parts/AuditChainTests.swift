import Crypto
import MobileDocument
import Testing
import VerificationSessions

/// What the audit chain shows.
@Suite("Audit chain")
struct AuditChainTests {
    private let key = P256.Signing.PrivateKey()

    private func records(_ count: Int, by key: P256.Signing.PrivateKey) throws -> [AuditRecord] {
        var records: [AuditRecord] = []
        for number in 0..<count {
            let decision = AuditDecision(
                at: Sample.after(Int64(number)), session: Sample.identifier(), policy: "rental", decision: .refused, refusal: "mso.digest",
                profile: "iso", satisfied: nil)
            let head = records.last.map { AuditHead(sequence: $0.sequence, hash: $0.hash) } ?? .empty
            records.append(try AuditSigner(key: key).record(decision)(head))
        }
        return records
    }

    private func check(_ records: [AuditRecord], after head: AuditHead = .empty) throws -> AuditHead {
        var chain = AuditChain(key: key.publicKey, after: head)
        for record in records { try chain.append(record) }
        return chain.head
    }

    @Test("An unbroken chain checks, from its beginning and from any head")
    func unbroken() throws {
        let records = try records(4, by: key)
        let head = try check(records)
        #expect(head == AuditHead(sequence: 4, hash: records[3].hash))
        #expect(try check(Array(records[2...]), after: AuditHead(sequence: 2, hash: records[1].hash)) == head)
    }

    @Test("A record left out is a gap")
    func gap() throws {
        let records = try records(4, by: key)
        #expect(throws: AuditChain.Break.gap(expected: 2, found: 3)) { try check([records[0], records[2], records[3]]) }
        #expect(throws: AuditChain.Break.gap(expected: 1, found: 2)) { try check(Array(records[1...])) }
        #expect(throws: AuditChain.Break.gap(expected: 2, found: 1)) { try check([records[0], records[0]]) }
    }

    @Test("A record written anew does not fit the one after it, even under the right key")
    func rewritten() throws {
        var records = try records(3, by: key)
        let first = AuditHead(sequence: 1, hash: records[0].hash)
        records[1] = try AuditSigner(key: key).record(
            AuditDecision(
                at: Sample.now, session: Sample.identifier(), policy: "rental", decision: .verified, refusal: nil, profile: "iso",
                satisfied: true))(first)
        #expect(throws: AuditChain.Break.notFollowing(3)) { try check(records) }
    }

    @Test("A record changed in place, or by another key, has no good signature")
    func signature() throws {
        var changed = try records(2, by: key)
        let last = changed[1]
        changed[1] = AuditRecord(sequence: 2, previous: last.previous, content: last.content + [0x20], signature: last.signature)
        #expect(throws: AuditChain.Break.signature(2)) { try check(changed) }
        #expect(throws: AuditChain.Break.signature(1)) { try check(records(1, by: P256.Signing.PrivateKey())) }
        #expect(throws: AuditChain.Break.signature(2)) {
            try check([changed[0], AuditRecord(sequence: 2, previous: last.previous, content: last.content, signature: [1, 2, 3])])
        }
    }

    @Test("Each break has its code")
    func codes() {
        let breaks: [AuditChain.Break] = [.gap(expected: 1, found: 2), .notFollowing(1), .signature(1)]
        #expect(breaks.map(\.code) == ["audit.gap", "audit.notFollowing", "audit.signature"])
    }
}
