import Crypto
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

    private func check(_ records: [AuditRecord], keys: [AuditKey]? = nil, after head: AuditHead = .empty) throws -> AuditHead {
        var chain = AuditChain(keys: keys ?? [AuditKey(key.publicKey)], after: head)
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
        let other = P256.Signing.PrivateKey()
        #expect(throws: AuditChain.Break.unknownKey(1, key: AuditKey(other.publicKey).identifier)) { try check(records(1, by: other)) }
        #expect(throws: AuditChain.Break.signature(2)) {
            try check([changed[0], AuditRecord(sequence: 2, previous: last.previous, content: last.content, signature: [1, 2, 3])])
        }
    }

    @Test("After a change of keys the chain checks with both, each record by the key that it names, and with one of them it does not")
    func rotation() throws {
        let new = P256.Signing.PrivateKey()
        var records = try records(2, by: key)
        for number in 2..<4 {
            let decision = AuditDecision(
                at: Sample.after(Int64(number)), session: Sample.identifier(), policy: "rental", decision: .refused, refusal: nil, profile: "iso", satisfied: nil)
            records.append(try AuditSigner(key: new).record(decision)(AuditHead(sequence: records[number - 1].sequence, hash: records[number - 1].hash)))
        }
        let keys = [AuditKey(new.publicKey), AuditKey(key.publicKey)]
        #expect(records.map(\.keyIdentifier) == [keys[1], keys[1], keys[0], keys[0]].map(\.identifier))
        #expect(try check(records, keys: keys).sequence == 4)
        #expect(throws: AuditChain.Break.unknownKey(3, key: keys[0].identifier)) { try check(records) }
        #expect(throws: AuditChain.Break.unknownKey(1, key: keys[1].identifier)) { try check(records, keys: [keys[0]]) }
        // Naming another key that is trusted helps nobody who has not got it.
        let named = String(decoding: records[3].content, as: UTF8.self).replacing(keys[0].identifier, with: keys[1].identifier)
        let renamed = AuditRecord(sequence: 4, previous: records[3].previous, content: Array(named.utf8), signature: records[3].signature)
        #expect(throws: AuditChain.Break.signature(4)) { try check(Array(records[..<3]) + [renamed], keys: keys) }
    }

    @Test("A record without a key's name is not taken, whichever key signed it")
    func unnamed() throws {
        let content = Array(#"{"decision":"refused"}"#.utf8)
        var signed = Array("verification-audit-1\n".utf8) + withUnsafeBytes(of: Int64(1).bigEndian) { Array($0) }
        signed += AuditHead.empty.hash + content
        let record = AuditRecord(
            sequence: 1, previous: AuditHead.empty.hash, content: content, signature: Array(try key.signature(for: signed).rawRepresentation))
        #expect(record.keyIdentifier == nil)
        #expect(throws: AuditChain.Break.signature(1)) { try check([record]) }
    }

    @Test("An end that was noted must be in the chain: where it was cut off before it, and perhaps written on, it is not")
    func noted() throws {
        let records = try records(4, by: key)
        let ends = records.map { AuditHead(sequence: $0.sequence, hash: $0.hash) }
        func finish(_ records: [AuditRecord], noted: [AuditHead]) throws -> AuditHead {
            var chain = AuditChain(keys: [AuditKey(key.publicKey)], noted: noted)
            for record in records { try chain.append(record) }
            return try chain.finish()
        }
        #expect(try finish(records, noted: [ends[3], .empty, ends[1]]) == ends[3])
        #expect(try finish([], noted: [.empty]) == .empty)
        let cut = Array(records[..<2])
        #expect(try finish(cut, noted: [ends[1]]) == ends[1])
        #expect(throws: AuditChain.Break.absent(ends[2])) { try finish(cut, noted: [ends[3], ends[1], ends[2]]) }
        let decision = AuditDecision(
            at: Sample.now, session: Sample.identifier(), policy: "rental", decision: .refused, refusal: nil, profile: "iso", satisfied: nil)
        let other = try AuditSigner(key: key).record(decision)(ends[1])
        #expect(try finish(cut + [other], noted: []).sequence == 3, "alone the chain is whole")
        #expect(throws: AuditChain.Break.absent(ends[2])) { try finish(cut + [other], noted: [ends[2]]) }
    }

    @Test("An end reads as it is written, and nothing else reads as one")
    func endAsText() {
        let digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
        let head = AuditHead(sequence: 12, hash: [UInt8](0..<32))
        #expect(head.description == "12:\(digits)")
        #expect(AuditHead(head.description) == head)
        #expect(AuditHead(AuditHead.empty.description) == AuditHead.empty)
        #expect(AuditHead("9223372036854775806:\(digits)")?.sequence == Int64.max - 1)
        // No record could follow the first.
        for text in [
            "9223372036854775807:\(digits)", "9223372036854775808:\(digits)", "", "12", "12:", ":\(digits)", "-1:\(digits)", "12:\(digits)00",
            "12:\(digits.dropLast(2))", "x:\(digits)", "12:\(digits):", "12 \(digits)",
        ] {
            #expect(AuditHead(text) == nil, "\(text)")
        }
    }

    @Test("A key's name is the beginning of the digest of its DER, and its PEM is read again")
    func keyNames() throws {
        let named = AuditKey(key.publicKey)
        let digest = SHA256.hash(data: key.publicKey.derRepresentation).prefix(8)
        #expect(named.identifier == digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        #expect(AuditKey(pem: named.pem)?.identifier == named.identifier)
        #expect(AuditKey(pem: key.pemRepresentation) == nil, "a private key is none")
    }

    @Test("Each break has its code")
    func codes() {
        let breaks: [AuditChain.Break] = [.gap(expected: 1, found: 2), .notFollowing(1), .unknownKey(1, key: "x"), .signature(1), .absent(.empty)]
        #expect(breaks.map(\.code) == ["audit.gap", "audit.notFollowing", "audit.unknownKey", "audit.signature", "audit.absent"])
    }
}
