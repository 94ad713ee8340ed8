/// Writes the form in which a broker talks with its parser, apps, providers and user agents: numbers big-endian, everything of variable
/// length behind its length, nothing optional, no names. What is where is fixed by the types.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// A count or position, at most 65,535; the bounds of what is written are far below.
    package mutating func short(_ value: Int) {
        let value = UInt16(clamping: value)
        bytes += [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    /// A number of 64 bits.
    package mutating func long(_ value: UInt64) { bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) } }

    package mutating func data(_ value: some Collection<UInt8>) {
        let count = UInt32(clamping: value.count)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * $0)) }
        bytes += value
    }

    package mutating func text(_ value: String) { data(Array(value.utf8)) }
}
