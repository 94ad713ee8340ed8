/// An item embedded in a byte string under tag 24, with both of its encodings.
///
/// Digests and signatures of an mdoc cover `encoded`: tag, byte-string head and content exactly as they arrived
/// (ISO/IEC 18013-5, "DataItem bytes"). The content is decoded from `content`, never encoded again.
public struct EmbeddedCBOR: Sendable, Hashable {
    /// `24(bstr)` as received: the bytes that are hashed or signed.
    public let encoded: ByteSlice
    /// What the byte string holds.
    public let content: ByteSlice
    let depth: Int

    init(encoded: ByteSlice, content: ByteSlice, depth: Int) {
        self.encoded = encoded
        self.content = content
        self.depth = depth
    }

    /// Wraps freshly encoded content, making the tag and head.
    public init(wrapping content: [UInt8]) {
        var writer = CBORWriter()
        writer.embedded(content)
        let all = writer.bytes[...]
        self.init(encoded: ByteSlice(all), content: ByteSlice(all.suffix(content.count)), depth: 0)
    }

    /// A reader over the content. Nesting counts on from where the embedded item stood.
    public func reader(limits: CBORLimits = .standard) throws(CBORError) -> CBORReader {
        try CBORReader(content.bytes, limits: limits, dialect: .mdoc, depth: depth)
    }
}
