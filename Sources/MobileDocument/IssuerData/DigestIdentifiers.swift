public import CBOR

/// The digests of one namespace (`DigestIDs` of ISO/IEC 18013-5, 9.1.2.4), found by digest identifier.
public struct DigestIdentifiers: Sendable, Hashable {
    /// One digest, by its place: a slice of its own for each of some thirty digests would be counted thirty times. Small, so that all of them
    /// fit into memory that is had quickly.
    struct Entry: Sendable {
        let identifier: UInt32
        /// From the first byte of what the places are in, of which no input has more than these can say.
        private let start: UInt32
        private let length: UInt32

        /// - Parameters:
        ///   - place: where it lies.
        ///   - first: where what it lies in begins.
        init(identifier: UInt32, place: Range<Int>, from first: Int) {
            self.identifier = identifier
            start = UInt32(place.lowerBound - first)
            length = UInt32(place.count)
        }

        func place(from first: Int) -> Range<Int> { first + Int(start)..<first + Int(start) + Int(length) }
    }

    /// Sorted by identifier.
    private let entries: ArraySlice<Entry>
    /// What the places are in.
    private let encoded: ByteSlice

    init(_ entries: ArraySlice<Entry>, in encoded: ByteSlice) {
        self.entries = entries
        self.encoded = encoded
    }

    /// Number of digests, those of elements that are never shown included.
    public var count: Int { entries.count }

    /// The digest with this identifier.
    public subscript(identifier: UInt32) -> ByteSlice? {
        var low = entries.startIndex
        var high = entries.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low < entries.endIndex && entries[low].identifier == identifier ? digest(of: entries[low]) : nil
    }

    private func digest(of entry: Entry) -> ByteSlice { ByteSlice(encoded.bytes[entry.place(from: encoded.offset)]) }

    /// Equal when they hold the same digests under the same identifiers; where they lay does not matter.
    public static func == (lhs: DigestIdentifiers, rhs: DigestIdentifiers) -> Bool {
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
