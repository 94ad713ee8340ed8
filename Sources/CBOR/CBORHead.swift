/// The head of an item in its shortest form (RFC 8949, 3), kept without memory of its own.
package struct CBORHead {
    private var bytes = InlineArray<9, UInt8>(repeating: 0)
    /// How many bytes it has: one, and those of its argument where that is not in it.
    package let byteCount: Int

    /// Makes the head of a major type, from 0 to 7.
    package init(_ major: UInt8, _ argument: UInt64) {
        byteCount = CBORWriter.headBytes(argument)
        let width = byteCount - 1
        guard width > 0 else {
            bytes[0] = major << 5 | UInt8(argument)
            return
        }
        bytes[0] = major << 5 | 24 + UInt8(width.trailingZeroBitCount)
        for index in 1...width { bytes[index] = UInt8(truncatingIfNeeded: argument >> UInt64((width - index) * 8)) }
    }

    /// The head of a byte string; `count` bytes must follow.
    package static func byteString(_ count: Int) -> CBORHead { CBORHead(2, UInt64(count)) }

    /// The head of a text; `count` bytes must follow.
    package static func text(_ count: Int) -> CBORHead { CBORHead(3, UInt64(count)) }

    /// The head of an array; `count` items must follow.
    package static func array(_ count: Int) -> CBORHead { CBORHead(4, UInt64(count)) }

    /// A tag; its item must follow.
    package static func tag(_ number: UInt64) -> CBORHead { CBORHead(6, number) }

    /// Hands on its bytes.
    package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0.prefix(byteCount))) }
    }
}
