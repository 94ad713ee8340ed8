/// Up to 24 bytes in three words: compared without memory of their own, and without counting who else holds the message they lie in.
///
/// Words overlap where the bytes do not fill them, so that nothing beside the bytes is read.
@usableFromInline
struct ShortText: Sendable {
    @inlinable static var longest: Int { 24 }

    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64
    @usableFromInline let last: UInt64

    /// - Parameter bytes: 24 at most.
    @inlinable
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) {
        // Nothing overflows: each offset lies within the bytes.
        let count = bytes.count
        if count >= 8 {
            first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            second = count > 16 ? bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) : 0
            last = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            first = UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            second = 0
            last = UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
        } else {
            first = count > 0 ? UInt64(bytes[0]) : 0
            second = count > 1 ? UInt64(bytes[1]) : 0
            last = count > 2 ? UInt64(bytes[2]) : 0
        }
    }

    @inline(__always)
    var isASCII: Bool { (first | second | last) & 0x8080_8080_8080_8080 == 0 }

    /// Whether it is another of the same length.
    @inlinable
    @inline(__always)
    func isSame(as other: ShortText) -> Bool { first == other.first && second == other.second && last == other.last }

    /// A number that is the same for the same bytes, and nearly always another for others: 0 to 63.
    @inline(__always)
    var mark: UInt64 { ((first &+ last &* 31) &* 0x9e37_79b9_7f4a_7c15) &>> 58 }
}
