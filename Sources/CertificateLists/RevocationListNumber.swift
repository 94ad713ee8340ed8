/// The number of a revocation list (RFC 5280, 5.2.3): each list of an authority has a larger one than those before, of up to 20 octets.
package struct RevocationListNumber: Sendable, Hashable, Comparable {
    /// Most significant first, without zeros at the beginning.
    private let bytes: [UInt8]

    /// Makes a number that fits 64 bits.
    package init(_ value: UInt64) { self.init(bytes: (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }) }

    /// Reads the content of an integer in DER; nil for one below zero.
    init?(integerBytes bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, first < 0x80 else { return nil }
        self.init(bytes: Array(bytes))
    }

    private init(bytes: [UInt8]) { self.bytes = Array(bytes.drop { $0 == 0 }) }

    /// The number, where 64 bits hold it.
    package var value: UInt64? {
        guard bytes.count <= 8 else { return nil }
        return bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    package static func < (lhs: RevocationListNumber, rhs: RevocationListNumber) -> Bool {
        lhs.bytes.count == rhs.bytes.count ? lhs.bytes.lexicographicallyPrecedes(rhs.bytes) : lhs.bytes.count < rhs.bytes.count
    }
}
