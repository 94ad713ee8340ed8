import CBOR

/// The digests of a mobile security object by namespace (`ValueDigests` of ISO/IEC 18013-5, 9.1.2.4).
public struct ValueDigests: Sendable, Hashable {
    /// A namespace by where its name lies, of which no text is made to look it up, and its place among the entries.
    private struct Part: Sendable {
        let name: Range<Int>
        let entries: Range<Int>
    }

    /// Sorted by name.
    private let parts: [Part]
    /// Those of all namespaces, one namespace behind the other.
    private let entries: [DigestIdentifiers.Entry]
    /// What all places are in.
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
            try CBORReader.checkIdentifier(key.place, start: reader.offset)
            parts.append(Part(name: key.place, entries: try Self.readDigests(of: &reader, from: start, into: &entries)))
        }
        let encoded = reader.encoded(since: start)
        if parts.count > 1 { Self.withNames(in: encoded) { name in parts.sort { Self.precedes(name($0), name($1)) } } }
        self.parts = parts
        self.entries = entries
        self.encoded = encoded
    }

    /// Hands on what gives the bytes of a namespace's name where they lie.
    private static func withNames<Value>(in encoded: ByteSlice, _ body: ((Part) -> UnsafeRawBufferPointer) -> Value) -> Value {
        // All of them lie within: they were read from these bytes.
        let first = encoded.offset
        return encoded.bytes.withUnsafeBytes { bytes in
            body { UnsafeRawBufferPointer(rebasing: bytes[($0.name.lowerBound - first)..<($0.name.upperBound - first)]) }
        }
    }

    private static func readDigests(
        of reader: inout CBORReader, from start: Int, into entries: inout [DigestIdentifiers.Entry]
    ) throws(CBORError) -> Range<Int> {
        let first = entries.count
        var isSorted = true
        try reader.readUnsignedMap { (reader, key) throws(CBORError) in
            guard let identifier = UInt32(exactly: key), identifier < 1 << 31 else {
                throw CBORError(.invalidValue, at: reader.offset, "a digestID must be an integer from 0 to 2^31 - 1")
            }
            if entries.count > first, entries[entries.count - 1].identifier >= identifier { isSorted = false }
            entries.append(DigestIdentifiers.Entry(identifier: identifier, place: try reader.readPlaceOfBytes(), from: start))
        }
        if !isSorted { entries[first...].sort { $0.identifier < $1.identifier } }
        return first..<entries.count
    }

    /// Number of namespaces.
    public var count: Int { parts.count }

    /// The digests of a namespace.
    public subscript(nameSpace: NameSpace) -> DigestIdentifiers? {
        var text = nameSpace.rawValue
        return text.withUTF8 { wanted in
            let wanted = UnsafeRawBufferPointer(wanted)
            let found = Self.withNames(in: encoded) { name -> Int? in
                var low = 0
                var high = parts.count
                while low < high {
                    let middle = (low + high) / 2
                    if Self.precedes(name(parts[middle]), wanted) { low = middle + 1 } else { high = middle }
                }
                return low < parts.count && ExactText.isSame(name(parts[low]), wanted) ? low : nil
            }
            return found.map { digests(of: parts[$0]) }
        }
    }

    /// The namespaces, in an order of their own.
    public var nameSpaces: [NameSpace] {
        Self.withNames(in: encoded) { name in parts.map { NameSpace(rawValue: KnownIdentifiers.text(of: name($0))) } }
    }

    private func digests(of part: Part) -> DigestIdentifiers { DigestIdentifiers(entries[part.entries], in: encoded) }

    /// Shorter names first, which tells most of them apart.
    private static func precedes(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        lhs.count == rhs.count ? lhs.lexicographicallyPrecedes(rhs) : lhs.count < rhs.count
    }

    /// Equal when they hold the same digests of the same namespaces; where they lay does not matter.
    public static func == (lhs: ValueDigests, rhs: ValueDigests) -> Bool {
        lhs.count == rhs.count && zip(lhs.nameSpaces, rhs.nameSpaces).allSatisfy(==)
            && zip(lhs.parts, rhs.parts).allSatisfy { lhs.digests(of: $0) == rhs.digests(of: $1) }
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) {
        for (nameSpace, part) in zip(nameSpaces, parts) {
            hasher.combine(nameSpace)
            hasher.combine(digests(of: part))
        }
    }
}
