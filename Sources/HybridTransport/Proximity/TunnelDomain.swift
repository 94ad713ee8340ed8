import Crypto

/// A tunnel service, by its number (CTAP 2.2, 11.5.1.2): assigned ones have names of their own, those from 256 on a name made of a hash,
/// which anybody can register who runs one.
public struct TunnelDomain: Sendable, Hashable {
    /// Its number, as adverts have it.
    public let number: UInt16
    /// Its host name.
    public let host: String

    private static let assigned = ["cable.ua5v.com", "cable.auth.com"]
    private static let firstHashed: UInt16 = 256
    private static let topLevels = [".com", ".org", ".net", ".info"]
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")

    /// How many have been assigned.
    static var assignedCount: UInt64 { UInt64(assigned.count) }

    /// Finds a service by its number.
    ///
    /// - Throws: `hybrid.tunnel-domain` for a number that is neither assigned nor hashed.
    public init(_ number: UInt16) throws(HybridError) {
        self.number = number
        if Int(number) < Self.assigned.count {
            host = Self.assigned[Int(number)]
        } else if number >= Self.firstHashed {
            host = Self.hashedHost(number)
        } else {
            throw HybridError(.tunnelDomain, "no tunnel service has the number \(number); one's own has a number of 256 or more")
        }
    }

    private static func hashedHost(_ number: UInt16) -> String {
        let input = Array("caBLEv2 tunnel server domain".utf8) + [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8), 0]
        var value = SHA256.hash(data: input).prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let topLevel = topLevels[Int(value & 3)]
        value >>= 2
        var label = ""
        while value != 0 {
            label.append(alphabet[Int(value & 31)])
            value >>= 5
        }
        return "cable." + label + topLevel
    }
}
