/// Bytes as decimal digits, which QR codes hold in less room than letters.
///
/// Seven bytes at a time become one little-endian number of seventeen digits with leading zeros; fewer bytes at the end become fewer digits.
enum InvitationDigits {
    private static let chunkBytes = 7
    /// Digits of a chunk, by its bytes; each count occurs once, so that a length says how many bytes it was.
    private static let digits = [0, 3, 5, 8, 10, 13, 15, 17]

    static func encode(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: chunkBytes) {
            let chunk = bytes[start..<min(start + chunkBytes, bytes.count)]
            let number = String(chunk.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            text += String(repeating: "0", count: digits[chunk.count] - number.utf8.count) + number
        }
        return text
    }

    /// The bytes; nil for other characters, a length that no bytes have, or a number too large for its bytes.
    static func decode(_ characters: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = characters[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(digits[chunkBytes])
            rest = rest.dropFirst(chunk.count)
            guard let count = digits.firstIndex(of: chunk.count) else { return nil }
            var number: UInt64 = 0
            for character in chunk {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) else { return nil }
                number = number * 10 + UInt64(character - UInt8(ascii: "0"))
            }
            guard number >> UInt64(8 * count) == 0 else { return nil }
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
        }
        return bytes
    }
}
