import CBOR

/// The digests of a mobile security object by namespace (`ValueDigests` of ISO/IEC 18013-5, 9.1.2.4).
public struct ValueDigests: Sendable, Hashable {
    /// A namespace by its name's bytes, of which no text is made to look it up, and its place among the entries.
    private struct Part: Sendable {
        let name: ByteSlice
        var entries: Range<Int>
    }

    /// Sorted by name.
    private let parts: [Part]
    /// Those of all namespaces, one namespace behind the other.
    private let entries: [DigestIdentifiers.Entry]
    private let encoded: ByteSlice

    /// Room is made for so many digests at once; there may be more.
    private static let usualDigests = 64

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var parts: [Part] = []
        parts.reserveCapacity(min(reader.peekEntries(), 8))
        var entries: [DigestIdentifiers.Entry] = []
        entries.reserveCapacity(Self.usualDigests)
        try reader.readTextMap { (reader, key) throws(CBORError) in
            let name = try checkedIdentifier(reader.bytes(of: key), at: reader.offset)
            parts.append(Part(name: name, entries: try Self.readDigests(of: &reader, into: &entries)))
        }
        parts.sort { Self.precedes($0.name, $1.name) }
        self.parts = parts
        self.entries = entries
        encoded = reader.encoded(since: start)
    }

    private static func readDigests(
        of reader: inout CBORReader, into entries: inout [DigestIdentifiers.Entry]
    ) throws(CBORError) -> Range<Int> {
        let first = entries.count
        var isSorted = true
        try reader.readUnsignedMap { (reader, key) throws(CBORError) in
            guard let identifier = UInt32(exactly: key), identifier < 1 << 31 else {
                throw CBORError(.invalidValue, at: reader.offset, "a digestID must be an integer from 0 to 2^31 - 1")
            }
            if entries.count > first, entries[entries.count - 1].identifier >= identifier { isSorted = false }
            entries.append(DigestIdentifiers.Entry(identifier: identifier, place: try reader.readPlaceOfBytes()))
        }
        if !isSorted { entries[first...].sort { $0.identifier < $1.identifier } }
        return first..<entries.count
    }

    /// Number of namespaces.
    public var count: Int { parts.count }

    /// The digests of a namespace.
    public subscript(nameSpace: NameSpace) -> DigestIdentifiers? {
        var text = nameSpace.rawValue
        return text.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            var low = 0
            var high = parts.count
            while low < high {
                let middle = (low + high) / 2
                if parts[middle].name.bytes.withUnsafeBytes({ Self.precedes($0, name) }) { low = middle + 1 } else { high = middle }
            }
            guard low < parts.count, parts[low].name.bytes.withUnsafeBytes({ ExactText.isSame($0, name) }) else { return nil }
            return digests(of: parts[low])
        }
    }

    /// The namespaces, in an order of their own.
    public var nameSpaces: [NameSpace] { parts.map { NameSpace(rawValue: KnownIdentifiers.text(of: $0.name)) } }

    private func digests(of part: Part) -> DigestIdentifiers { DigestIdentifiers(entries[part.entries], in: encoded) }

    private static func precedes(_ lhs: ByteSlice, _ rhs: ByteSlice) -> Bool {
        lhs.bytes.withUnsafeBytes { left in rhs.bytes.withUnsafeBytes { right in precedes(left, right) } }
    }

    /// Shorter names first, which tells most of them apart.
    private static func precedes(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        lhs.count == rhs.count ? lhs.lexicographicallyPrecedes(rhs) : lhs.count < rhs.count
    }

    /// Equal when they hold the same digests of the same namespaces; where they lay does not matter.
    public static func == (lhs: ValueDigests, rhs: ValueDigests) -> Bool {
        lhs.count == rhs.count && zip(lhs.parts, rhs.parts).allSatisfy { $0.name == $1.name && lhs.digests(of: $0) == rhs.digests(of: $1) }
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) {
        for part in parts {
            hasher.combine(part.name)
            hasher.combine(digests(of: part))
        }
    }
}
