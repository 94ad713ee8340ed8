/// The end of the audit chain: what the next record follows.
public struct AuditHead: Sendable, Hashable {
    /// Position of the last record; 0 when there is none.
    public let sequence: Int64
    /// SHA-256 of the last record; 32 zero bytes when there is none.
    public let hash: [UInt8]

    /// The head of an empty chain.
    public static let empty = AuditHead(sequence: 0, hash: [UInt8](repeating: 0, count: 32))

    /// Names a head.
    public init(sequence: Int64, hash: [UInt8]) {
        self.sequence = sequence
        self.hash = hash
    }
}
