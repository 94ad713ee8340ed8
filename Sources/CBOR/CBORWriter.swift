/// A deterministic CBOR writer: shortest heads and definite lengths only (RFC 8949, 4.2.1).
///
/// Map entries come out in the order they are written; each mdoc structure has a fixed order, stated where it is encoded.
public struct CBORWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []

    /// Starts empty.
    public init() {}

    /// Starts empty, with room for `capacity` bytes.
    public init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// An unsigned integer.
    public mutating func unsigned(_ value: UInt64) { head(0, value) }

    /// An integer of either sign.
    public mutating func integer(_ value: Int64) {
        value >= 0 ? head(0, UInt64(value)) : head(1, UInt64(-1 - value))
    }

    /// A byte string.
    public mutating func byteString(_ value: ArraySlice<UInt8>) {
        head(2, UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// A byte string.
    public mutating func byteString(_ value: [UInt8]) { byteString(value[...]) }

    /// A text string.
    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            head(3, UInt64(utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    /// The head of an array; `count` items must follow.
    public mutating func array(_ count: Int) { head(4, UInt64(count)) }

    /// The head of a map; `count` pairs of items must follow.
    public mutating func map(_ count: Int) { head(5, UInt64(count)) }

    /// A tag number; the tagged item must follow.
    public mutating func tag(_ number: UInt64) { head(6, number) }

    /// True or false.
    public mutating func boolean(_ value: Bool) { bytes.append(value ? 0xf5 : 0xf4) }

    /// Null.
    public mutating func null() { bytes.append(0xf6) }

    /// What `body` writes of a value, or null where there is none.
    @inlinable package mutating func optional<Value>(_ value: Value?, _ body: (inout CBORWriter, Value) -> Void) {
        if let value { body(&self, value) } else { null() }
    }

    /// Undefined. No mdoc structure has it; it exists so that any tree read can be written.
    public mutating func undefined() { bytes.append(0xf7) }

    /// A simple value other than false, true, null and undefined, which are 20 to 23. None is 24 to 31 (RFC 8949, 3.3).
    public mutating func simple(_ value: UInt8) {
        precondition(!(20..<32).contains(value), "no other simple value has this number")
        head(7, UInt64(value))
    }

    /// A number, in the shortest of the three widths that keeps it exactly.
    public mutating func float(_ value: Double) {
        if let half = HalfPrecision.bits(exactly: value) {
            bytes.append(0xf9)
            bigEndian(UInt64(half), width: 2)
        } else if Double(Float(value)) == value {
            bytes.append(0xfa)
            bigEndian(UInt64(Float(value).bitPattern), width: 4)
        } else {
            bytes.append(0xfb)
            bigEndian(value.bitPattern, width: 8)
        }
    }

    /// An item that is already encoded, as it is.
    public mutating func encoded(_ item: ByteSlice) { bytes.append(contentsOf: item.bytes) }

    /// An item that is already encoded, as it is.
    public mutating func encoded(_ item: [UInt8]) { bytes.append(contentsOf: item) }

    /// An already encoded item embedded as `24(bstr)`.
    public mutating func embedded(_ content: [UInt8]) {
        tag(24)
        byteString(content)
    }

    /// Bytes of the shortest head for a length or number: one, and those of its argument where that is not in it.
    static func headBytes(_ argument: UInt64) -> Int {
        switch argument {
        case ..<24: 1
        case ..<0x100: 2
        case ..<0x1_0000: 3
        case ..<0x1_0000_0000: 5
        default: 9
        }
    }

    mutating func negative(argument: UInt64) { head(1, argument) }

    private mutating func head(_ major: UInt8, _ argument: UInt64) {
        CBORHead(major, argument).withBytes { bytes.append(contentsOf: $0) }
    }

    private mutating func bigEndian(_ value: UInt64, width: Int) {
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}

extension CBORWriter: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length only; the bytes are withheld.
    public var description: String { "CBOR writer, \(bytes.count) bytes" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the content by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
