/// A PNG's outline, each part of which can be wrong.
struct PNGMaker {
    var width: UInt32 = 128
    var height: UInt32 = 128
    var depth: UInt8 = 8
    var colour: UInt8 = 6
    var method: UInt8 = 0
    var interlace: UInt8 = 0
    var headerType = "IHDR"
    var headerFlip: UInt8 = 0
    var chunks: [(String, [UInt8])] = [("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]), ("IEND", [])]
    var trailing: [UInt8] = []

    var icon: [UInt8] {
        let header = Self.bytes(width) + Self.bytes(height) + [depth, colour, method, 0, interlace]
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk(headerType, header)
        png[png.count - 1] ^= headerFlip
        for (type, content) in chunks { png += Self.chunk(type, content) }
        return png + trailing
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let covered = Array(type.utf8) + content
        return bytes(UInt32(content.count)) + covered + bytes(checksum(covered))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    /// CRC-32 by table, apart from the one under test.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = (0..<256 as Range<UInt32>).map { start in
            (0..<8).reduce(start) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return ~bytes.reduce(0xFFFF_FFFF) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }
}
