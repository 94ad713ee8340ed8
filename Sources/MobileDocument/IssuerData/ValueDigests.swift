public import CBOR

/// The digests a mobile security object holds for one namespace, found by digest identifier.
public struct ValueDigests: Sendable, Hashable {
    /// One digest, by its place: a slice of its own for each of some thirty digests would be counted thirty times.
    private struct Entry: Sendable {
        let identifier: UInt32
        let place: Range<Int>
    }

    /// Sorted by identifier.
    private let entries: [Entry]
    private let encoded: ByteSlice

    /// Number of digests, those of elements that are never shown included.
    public var count: Int { entries.count }

    /// The digest with this identifier.
    public subscript(identifier: UInt32) -> ByteSlice? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].identifier == identifier ? digest(of: entries[low]) : nil
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var entries: [Entry] = []
        entries.reserveCapacity(min(reader.peekEntries(), 64))
        var isSorted = true
        try reader.readUnsignedMap { (reader, key) throws(CBORError) in
            guard let identifier = UInt32(exactly: key), identifier < 1 << 31 else {
                throw CBORError(.invalidValue, at: reader.offset, "a digestID must be an integer from 0 to 2^31 - 1")
            }
            if let last = entries.last, last.identifier >= identifier { isSorted = false }
            entries.append(Entry(identifier: identifier, place: try reader.readPlaceOfBytes()))
        }
        if !isSorted { entries.sort { $0.identifier < $1.identifier } }
        self.entries = entries
        encoded = reader.encoded(since: start)
    }

    private func digest(of entry: Entry) -> ByteSlice { ByteSlice(encoded.bytes[entry.place]) }

    /// Equal when they hold the same digests under the same identifiers; where they lay does not matter.
    public static func == (lhs: ValueDigests, rhs: ValueDigests) -> Bool {
        lhs.count == rhs.count
            && zip(lhs.entries, rhs.entries).allSatisfy { $0.identifier == $1.identifier && lhs.digest(of: $0) == rhs.digest(of: $1) }
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) {
        for entry in entries {
            hasher.combine(entry.identifier)
            hasher.combine(digest(of: entry))
        }
    }
}
