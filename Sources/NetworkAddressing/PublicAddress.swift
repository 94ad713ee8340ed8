/// An address of the public internet: none that the registries of special-purpose addresses (RFC 6890) reserve.
///
/// IPv6 is accepted from global unicast (2000::/3) only, without the ranges in it that embed an IPv4 address or are reserved.
public struct PublicAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address.
    public let address: NetworkAddress

    private static let reservedV4: [(prefix: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24),
        ([192, 31, 196], 24), ([192, 52, 193], 24), ([192, 88, 99], 24), ([192, 168], 16), ([192, 175, 48], 24), ([198, 18], 15),
        ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
    ]
    private static let reservedV6: [(prefix: [UInt8], bits: Int)] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16), ([0x26, 0x20, 0x00, 0x4F, 0x80, 0x00], 48), ([0x3F, 0xFF, 0x00], 20),
    ]

    /// Accepts an address; nil if it is loopback, private, link-local, shared, documentation, multicast or otherwise reserved.
    public init?(_ address: NetworkAddress) {
        switch address {
        case .v4(let bytes):
            guard bytes.count == 4, !Self.reservedV4.contains(where: { Self.matches(bytes, $0.prefix, $0.bits) }) else { return nil }
        case .v6(let bytes):
            guard bytes.count == 16, Self.matches(bytes, [0x20], 3), !Self.reservedV6.contains(where: { Self.matches(bytes, $0.prefix, $0.bits) })
            else { return nil }
        }
        self.address = address
    }

    /// The address as text.
    public var description: String { address.description }

    private static func matches(_ bytes: [UInt8], _ prefix: [UInt8], _ bits: Int) -> Bool {
        for (index, expected) in prefix.enumerated() {
            let significant = min(bits - index * 8, 8)
            guard significant > 0 else { return true }
            let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - significant))
            guard bytes[index] & mask == expected & mask else { return false }
        }
        return true
    }
}
