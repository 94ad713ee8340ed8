/// base64url without padding (RFC 4648, section 5): what the Digital Credentials API and WebAuthn write bytes in.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// What a character contributes to its group of three bytes, for each of the four places it can stand in; the top byte
    /// is set where it is none of the alphabet. The first byte of a group is the lowest.
    private static let contributions: [UInt32] = {
        let invalid: UInt32 = 0xff00_0000
        var table = [UInt32](repeating: invalid, count: 4 * 256)
        for (value, character) in alphabet.enumerated() {
            for place in 0..<4 {
                let group = UInt32(value) << UInt32(18 - 6 * place)
                table[place * 256 + Int(character)] = (group >> 16 & 0xff) | (group & 0xff00) | (group & 0xff) << 16
            }
        }
        return table
    }()

    /// Encodes, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        // One loop over memory, compiled once: a generic one asks the collection for every byte.
        bytes.withContiguousStorageIfAvailable(encode(contiguous:)) ?? Array(bytes).withUnsafeBufferPointer(encode(contiguous:))
    }

    private static func encode(contiguous bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { encode(bytes, into: $0) }
    }

    /// Writes the characters of `bytes` and returns how many they are; `output` has room for them.
    package static func encode(_ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        alphabet.withUnsafeBufferPointer { alphabet in
            let (groups, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
            for group in 0..<groups {
                let value = UInt32(bytes[group * 3]) << 16 | UInt32(bytes[group * 3 + 1]) << 8 | UInt32(bytes[group * 3 + 2])
                for place in 0..<4 { output[group * 4 + place] = alphabet[Int(value >> UInt32(18 - 6 * place) & 0x3f)] }
            }
            guard rest > 0 else { return groups * 4 }
            let value = UInt32(bytes[groups * 3]) << 16 | (rest == 2 ? UInt32(bytes[groups * 3 + 1]) << 8 : 0)
            for place in 0...rest { output[groups * 4 + place] = alphabet[Int(value >> UInt32(18 - 6 * place) & 0x3f)] }
            return groups * 4 + rest + 1
        }
    }

    /// Decodes. Characters outside the alphabet, padding, impossible lengths and stray low bits give nil, so that one
    /// value has one text.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8(decode(contiguous:))
    }

    /// Decodes characters that are at hand as bytes.
    public static func decode(_ characters: ArraySlice<UInt8>) -> [UInt8]? { characters.withUnsafeBufferPointer(decode(contiguous:)) }

    private static func decode(contiguous input: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard input.count % 4 != 1 else { return nil }
        var isValid = false
        let output = contributions.withUnsafeBufferPointer { table in
            [UInt8](unsafeUninitializedCapacity: input.count / 4 * 3 + 4) { output, count in
                isValid = decode(input, into: output, table)
                count = input.count * 3 / 4
            }
        }
        return isValid ? output : nil
    }

    /// Writes groups of four bytes, of which the next group overwrites the last; `output` has room for one more.
    private static func decode(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt32>
    ) -> Bool {
        let (groups, rest) = input.count.quotientAndRemainder(dividingBy: 4)
        let output = UnsafeMutableRawBufferPointer(output)
        func contribution(_ place: Int, _ character: UInt8) -> UInt32 { table[place << 8 | Int(character)] }
        // No branch in the loop: a character outside the alphabet shows in the top byte of the sum.
        var seen: UInt32 = 0
        for group in 0..<groups {
            let first = group * 4
            let value =
                contribution(0, input[first]) | contribution(1, input[first + 1]) | contribution(2, input[first + 2])
                | contribution(3, input[first + 3])
            seen |= value
            output.storeBytes(of: value.littleEndian, toByteOffset: group * 3, as: UInt32.self)
        }
        if rest > 0 {
            var value = contribution(0, input[groups * 4]) | contribution(1, input[groups * 4 + 1])
            if rest == 3 { value |= contribution(2, input[groups * 4 + 2]) }
            // Bits beyond the last whole byte must be zero.
            seen |= value | (value >> UInt32((rest - 1) * 8) & 0xff) << 24
            output.storeBytes(of: value.littleEndian, toByteOffset: groups * 3, as: UInt32.self)
        }
        return seen >> 24 == 0
    }
}
