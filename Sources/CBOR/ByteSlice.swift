/// A run of bytes inside a received buffer, with the place it came from.
///
/// Everything that is hashed or signed in an mdoc must be used exactly as it arrived, so decoders hand out slices of the
/// one received buffer instead of copies. `startIndex` is the offset in that buffer, which is what error reports show.
/// A slice prints its length and place, never its content: most of what flows through here is personal data.
public struct ByteSlice: Sendable, Hashable {
    /// The bytes themselves; indices are offsets in the received buffer.
    public let bytes: ArraySlice<UInt8>

    /// Wraps a slice, keeping its indices.
    @inlinable
    public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Wraps a whole buffer.
    public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    /// Offset of the first byte in the received buffer.
    public var offset: Int { bytes.startIndex }

    /// Number of bytes.
    public var count: Int { bytes.count }

    /// True when there are no bytes.
    public var isEmpty: Bool { bytes.isEmpty }

    /// A copy of the bytes on their own.
    public var array: [UInt8] { Array(bytes) }

    /// Equality is that of the content; where the bytes lay does not matter.
    public static func == (lhs: ByteSlice, rhs: ByteSlice) -> Bool {
        lhs.bytes.withUnsafeBytes { left in rhs.bytes.withUnsafeBytes { right in ExactText.isSame(left, right) } }
    }

    /// Hashes the content only, in agreement with equality.
    public func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension ByteSlice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Length and offset; the content is withheld.
    public var description: String { "<\(count) bytes at \(offset)>" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so `dump` and test failures show no content either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
