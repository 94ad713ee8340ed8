package import CBOR

/// The values of a status list, inflated (draft-ietf-oauth-status-list, 4.1). A lookup reads one byte and copies nothing.
package struct StatusList: Sendable {
    /// Bits of one value: 1, 2, 4 or 8.
    package let bits: Int
    /// The values, least significant bits first.
    package let bytes: [UInt8]

    /// Most bytes a list may inflate to: 134 million documents of one bit.
    package static let maximumBytes = 16 << 20

    /// Reads and inflates a list.
    package init(_ item: CBORItem) throws(StatusFault) {
        var bits: UInt64?
        var compressed: ByteSlice?
        do {
            var reader = try item.reader()
            try reader.readTextMap { (reader, key) throws(CBORError) in
                switch key {
                case "bits": bits = try reader.readUnsigned()
                case "lst": compressed = try reader.readBytes()
                default: break
                }
            }
        } catch {
            throw StatusFault(.list, "the status list cannot be read: \(error)")
        }
        guard let bits, let compressed else { throw StatusFault(.list, "the status list lacks bits or lst") }
        guard [1, 2, 4, 8].contains(bits) else { throw StatusFault(.list, "the status list has values of \(bits) bits, not of 1, 2, 4 or 8") }
        self.bits = Int(bits)
        bytes = try ZlibInflation.inflate(compressed.bytes, limit: Self.maximumBytes)
    }

    /// Number of values.
    package var count: Int { bytes.count * (8 / bits) }

    /// The value at an index.
    package func value(at index: UInt64) throws(StatusFault) -> StatusValue {
        guard index < UInt64(count) else { throw StatusFault(.index, "the status list ends before the document's place in it") }
        let place = Int(index) * bits
        return StatusValue(rawValue: bytes[place / 8] >> UInt8(place % 8) & UInt8((1 << bits) - 1))
    }
}
