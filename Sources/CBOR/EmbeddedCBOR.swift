/// An item embedded in a byte string under tag 24, with both of its encodings.
///
/// Digests and signatures of an mdoc cover `encoded`: tag, byte-string head and content exactly as they arrived
/// (ISO/IEC 18013-5, "DataItem bytes"). The content is decoded from `content`, never encoded again.
public struct EmbeddedCBOR: Sendable, Hashable {
    /// `24(bstr)` as received: the bytes that are hashed or signed.
    public let encoded: ByteSlice
    private let contentStart: Int
    let depth: Int
    let limits: CBORLimits

    /// - Parameter contentStart: where in the same buffer the content begins, which lasts to the end of `encoded`.
    init(encoded: ByteSlice, contentStart: Int, depth: Int, limits: CBORLimits = .standard) {
        self.encoded = encoded
        self.contentStart = contentStart
        self.depth = depth
        self.limits = limits
    }

    /// Wraps freshly encoded content, making the tag and head.
    public init(wrapping content: [UInt8]) {
        var writer = CBORWriter()
        writer.embedded(content)
        let all = writer.bytes[...]
        self.init(encoded: ByteSlice(all), contentStart: all.endIndex - content.count, depth: 0)
    }

    /// What the byte string holds.
    public var content: ByteSlice { ByteSlice(encoded.bytes[contentStart...]) }

    /// An item of the content that was read before.
    ///
    /// - Parameter place: where it lies, counted from the first byte of `encoded`.
    @inlinable
    package func item(at place: Range<Int>) -> CBORItem {
        let start = encoded.offset
        return CBORItem(checked: ByteSlice(encoded.bytes[(start + place.lowerBound)..<(start + place.upperBound)]), dialect: .mdoc)
    }

    /// A reader over the content. Nesting counts on from where the embedded item stood.
    ///
    /// - Parameter limits: nil for those under which the embedded item itself was read.
    public func reader(limits: CBORLimits? = nil) throws(CBORError) -> CBORReader {
        // Not by `??`, which would take a copy of all of this along.
        let limits = if let limits { limits } else { self.limits }
        return try CBORReader(content.bytes, limits: limits, dialect: .mdoc, depth: depth)
    }

    /// Equal when the bytes are; where the item stood does not matter.
    public static func == (lhs: EmbeddedCBOR, rhs: EmbeddedCBOR) -> Bool { lhs.encoded == rhs.encoded }

    /// Hashes the bytes, in agreement with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}
