@testable import IssuingAuthority

/// Gzip (RFC 1952) around the compressed data of zlib.
enum Gzip {
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        // Two bytes of zlib's header before the data, its checksum of four behind.
        let zlib = ZlibDeflation.deflate(bytes) ?? []
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + zlib.dropFirst(2).dropLast(4) + little(checksum(bytes)) + little(UInt32(bytes.count))
    }

    private static func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }
}
