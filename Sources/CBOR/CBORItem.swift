/// One complete, well-formed item in its original encoding.
///
/// Making one checks it (well-formed, bounded, no duplicate keys, valid UTF-8), so reading it later cannot fail for those
/// reasons. Its bytes are those received, and printing it shows only their number.
public struct CBORItem: Sendable, Hashable {
    /// The item's bytes as received.
    public let encoded: ByteSlice
    @usableFromInline let dialect: CBORDialect

    @inlinable
    package init(checked encoded: ByteSlice, dialect: CBORDialect) {
        self.encoded = encoded
        self.dialect = dialect
    }

    /// Checks that `bytes` is exactly one item.
    public init(
        _ bytes: ArraySlice<UInt8>, limits: CBORLimits = .standard, dialect: CBORDialect = .mdoc
    ) throws(CBORError) {
        var reader = try CBORReader(bytes, limits: limits, dialect: dialect)
        self = try reader.readItem()
        try reader.finish()
    }

    /// A reader positioned at the item.
    public func reader() throws(CBORError) -> CBORReader {
        try CBORReader(encoded.bytes, limits: CBORLimits(totalBytes: .max, depth: .max, items: .max, stringBytes: .max), dialect: dialect)
    }

    /// The item as a tree of values.
    public func value() throws(CBORError) -> CBORValue {
        var reader = try reader()
        return try reader.readValue()
    }
}

extension CBORItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Length and offset; the content is withheld.
    public var description: String { "CBOR item, \(encoded.count) bytes at \(encoded.offset)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the content by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
