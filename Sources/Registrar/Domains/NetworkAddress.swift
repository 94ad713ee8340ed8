/// An IP address.
public enum NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// IPv4: four bytes.
    case v4([UInt8])
    /// IPv6: sixteen bytes.
    case v6([UInt8])

    /// Makes an address of its 4 or 16 bytes in network order; nil for any other number.
    public init?(_ bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = .v4(bytes)
        // An IPv4 address in IPv6 clothes is the IPv4 address it stands for.
        case 16 where bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]): self = .v4(Array(bytes[12...]))
        case 16: self = .v6(bytes)
        default: return nil
        }
    }

    /// Whether it is this machine itself.
    public var isLoopback: Bool {
        switch self {
        case .v4(let bytes): bytes.first == 127
        case .v6(let bytes): bytes == [UInt8](repeating: 0, count: 15) + [1]
        }
    }

    /// Dotted numbers, or eight groups.
    public var description: String {
        switch self {
        case .v4(let bytes): bytes.map { "\($0)" }.joined(separator: ".")
        case .v6(let bytes):
            stride(from: 0, to: bytes.count - 1, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
        }
    }
}
