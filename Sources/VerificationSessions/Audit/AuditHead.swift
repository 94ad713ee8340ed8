import MobileDocument

/// The end of the audit chain: what the next record follows. As text it is `SEQUENCE:HASH`, by which a record can be noted elsewhere.
public struct AuditHead: Sendable, Hashable {
    /// Position of the last record; 0 when there is none.
    public let sequence: Int64
    /// SHA-256 of the last record; 32 zero bytes when there is none.
    public let hash: [UInt8]

    /// The head of an empty chain.
    public static let empty = AuditHead(sequence: 0, hash: [UInt8](repeating: 0, count: hashBytes))

    private static let hashBytes = 32

    /// Names a head.
    public init(sequence: Int64, hash: [UInt8]) {
        self.sequence = sequence
        self.hash = hash
    }
}

extension AuditHead: LosslessStringConvertible {
    /// Reads a position, a colon and 64 hexadecimal digits; nil for anything else, and for a position that no record could follow.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int64(parts[0]), (0..<Int64.max).contains(sequence) else { return nil }
        guard let hash = Hexadecimal.bytes(parts[1]), hash.count == Self.hashBytes else { return nil }
        self.init(sequence: sequence, hash: hash)
    }

    /// `SEQUENCE:HASH`, the hash in hexadecimal.
    public var description: String { "\(sequence):\(Hexadecimal.text(hash))" }
}
