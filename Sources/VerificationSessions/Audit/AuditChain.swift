/// Checks a run of audit records: nothing changed, nothing left out, nothing put in between.
///
/// What a chain alone cannot show is that its end was cut off. Note the end elsewhere from time to time, and give the note to the next check.
public struct AuditChain: Sendable {
    /// Where a chain breaks.
    public enum Break: Error, Sendable, Hashable, CustomStringConvertible {
        /// A record is not where its position says.
        case gap(expected: Int64, found: Int64)
        /// A record does not follow the one before it.
        case notFollowing(Int64)
        /// A record names a key that is not among those given.
        case unknownKey(Int64, key: String)
        /// A record's signature is not of the key that it names.
        case signature(Int64)
        /// A record that was noted before is not in the chain.
        case absent(AuditHead)

        /// Stable code of the break.
        public var code: String {
            switch self {
            case .gap: "audit.gap"
            case .notFollowing: "audit.notFollowing"
            case .unknownKey: "audit.unknownKey"
            case .signature: "audit.signature"
            case .absent: "audit.absent"
            }
        }

        /// What is wrong.
        public var description: String {
            switch self {
            case .gap(let expected, let found): "record \(expected) is missing: record \(found) comes next"
            case .notFollowing(let sequence): "record \(sequence) does not carry the hash of the record before it: one of the two was changed"
            case .unknownKey(let sequence, let key): "record \(sequence) is signed with the key \(key.excerpt), which was not given; give its public key, too"
            case .signature(let sequence): "the signature of record \(sequence) is not of its key"
            case .absent(let noted): "there is no record \(noted): the chain was cut off or written anew since that was noted"
            }
        }
    }

    /// The end of what was checked.
    public private(set) var head: AuditHead
    private let keys: [AuditKey]
    /// Which of those that were noted have not come by yet.
    private var awaited: Set<AuditHead>

    /// Starts at a head that was checked before, or at the beginning.
    ///
    /// - Parameters:
    ///   - keys: the key in use and those before it.
    ///   - noted: earlier ends of the chain, from there on, that must be in it.
    public init(keys: [AuditKey], after head: AuditHead = .empty, noted: [AuditHead] = []) {
        self.keys = keys
        self.head = head
        awaited = Set(noted).subtracting([head])
    }

    /// Checks the next record.
    public mutating func append(_ record: AuditRecord) throws(Break) {
        guard record.sequence == head.sequence + 1 else { throw .gap(expected: head.sequence + 1, found: record.sequence) }
        guard record.previous == head.hash else { throw .notFollowing(record.sequence) }
        guard let named = record.keyIdentifier else { throw .signature(record.sequence) }
        let candidates = keys.filter { $0.identifier == named }
        guard !candidates.isEmpty else { throw .unknownKey(record.sequence, key: named) }
        guard candidates.contains(where: { $0.isSignature(record.signature, of: record) }) else { throw .signature(record.sequence) }
        let checked = AuditHead(sequence: record.sequence, hash: record.hash)
        awaited.remove(checked)
        head = checked
    }

    /// Ends the check where no record is left: whatever was noted has to have come by. The end of the chain.
    public func finish() throws(Break) -> AuditHead {
        if let missing = awaited.min(by: { $0.sequence < $1.sequence }) { throw .absent(missing) }
        return head
    }
}
