#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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

    /// Reads dotted numbers or the groups of IPv6, without brackets and without a zone; nil for anything else.
    public init?(_ text: String) {
        // A C string ends at its first zero; what comes after must not go unread.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(withUnsafeBytes(of: &four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(withUnsafeBytes(of: &six) { Array($0) })
        } else {
            return nil
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
