/// One chunk of a PNG (W3C PNG, 5.3): length, type, content, checksum.
struct PNGChunk {
    static let header = Array("IHDR".utf8)
    static let data = Array("IDAT".utf8)
    static let end = Array("IEND".utf8)
    /// The chunk that makes a PNG an animation.
    static let animation = Array("acTL".utf8)

    let type: [UInt8]
    let content: ArraySlice<UInt8>
    /// Position behind the chunk.
    let end: Int
    private let covered: ArraySlice<UInt8>
    private let checksum: Int

    /// Reads the chunk at a position; nil if it does not fit into the file.
    init?(_ png: [UInt8], at offset: Int) {
        guard offset >= 0, png.count - offset >= 12 else { return nil }
        let length = Self.number(png[offset..<offset + 4])
        guard length <= png.count - offset - 12 else { return nil }
        let contentStart = offset + 8
        type = Array(png[offset + 4..<contentStart])
        content = png[contentStart..<contentStart + length]
        covered = png[offset + 4..<contentStart + length]
        end = contentStart + length + 4
        checksum = Self.number(png[end - 4..<end])
    }

    /// Whether the checksum is that of type and content.
    var hasGoodChecksum: Bool { Int(Self.checksum(covered)) == checksum }

    /// An unsigned number of up to four bytes, highest first.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// CRC-32 as PNG computes it (W3C PNG, annex D).
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
