public import Crypto

/// Checks a run of audit records: nothing changed, nothing left out, nothing put in between.
///
/// What a chain alone cannot show is that its end was cut off; keep the last hash elsewhere from time to time and compare.
public struct AuditChain: Sendable {
    /// Where a chain breaks.
    public enum Break: Error, Sendable, Hashable, CustomStringConvertible {
        /// A record is not where its position says.
        case gap(expected: Int64, found: Int64)
        /// A record does not follow the one before it.
        case notFollowing(Int64)
        /// A record's signature is not the key's.
        case signature(Int64)

        /// Stable code of the break.
        public var code: String {
            switch self {
            case .gap: "audit.gap"
            case .notFollowing: "audit.notFollowing"
            case .signature: "audit.signature"
            }
        }

        /// What is wrong.
        public var description: String {
            switch self {
            case .gap(let expected, let found): "record \(expected) is missing: record \(found) comes next"
            case .notFollowing(let sequence): "record \(sequence) does not carry the hash of the record before it: one of the two was changed"
            case .signature(let sequence): "the signature of record \(sequence) is not this key's"
            }
        }
    }

    /// The end of what was checked.
    public private(set) var head: AuditHead
    private let key: P256.Signing.PublicKey

    /// Starts at a head that was checked before, or at the beginning.
    public init(key: P256.Signing.PublicKey, after head: AuditHead = .empty) {
        self.key = key
        self.head = head
    }

    /// Checks the next record.
    public mutating func append(_ record: AuditRecord) throws(Break) {
        guard record.sequence == head.sequence + 1 else { throw .gap(expected: head.sequence + 1, found: record.sequence) }
        guard record.previous == head.hash else { throw .notFollowing(record.sequence) }
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: record.signature), key.isValidSignature(signature, for: record.signed) else {
            throw .signature(record.sequence)
        }
        head = AuditHead(sequence: record.sequence, hash: record.hash)
    }
}
