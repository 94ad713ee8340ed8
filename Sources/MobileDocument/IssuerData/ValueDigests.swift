public import CBOR

/// The digests a mobile security object holds for one namespace, found by digest identifier.
public struct ValueDigests: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let identifier: UInt32
        let digest: ByteSlice
    }

    /// Sorted by identifier.
    private let entries: [Entry]

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
        return low < entries.count && entries[low].identifier == identifier ? entries[low].digest : nil
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        var entries: [Entry] = []
        entries.reserveCapacity(min(reader.peekEntries(), 64))
        var isSorted = true
        try reader.readUnsignedMap { (reader, key) throws(CBORError) in
            guard let identifier = UInt32(exactly: key), identifier < 1 << 31 else {
                throw CBORError(.invalidValue, at: reader.offset, "a digestID must be an integer from 0 to 2^31 - 1")
            }
            if let last = entries.last, last.identifier >= identifier { isSorted = false }
            entries.append(Entry(identifier: identifier, digest: try reader.readBytes()))
        }
        if !isSorted { entries.sort { $0.identifier < $1.identifier } }
        self.entries = entries
    }
}
