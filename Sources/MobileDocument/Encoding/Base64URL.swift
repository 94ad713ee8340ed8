/// base64url without padding (RFC 4648, section 5), the text form of everything the Digital Credentials API carries.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xff, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()

    /// Encodes, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let count = (bytes.count * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: count) { output in
            var length = 0
            var buffer: UInt32 = 0
            var bits = 0
            for byte in bytes {
                buffer = buffer << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    output[length] = alphabet[Int(buffer >> UInt32(bits) & 0x3f)]
                    length += 1
                }
            }
            if bits > 0 {
                output[length] = alphabet[Int(buffer << UInt32(6 - bits) & 0x3f)]
                length += 1
            }
            return length
        }
    }

    /// Decodes. Characters outside the alphabet, padding, impossible lengths and stray low bits give nil, so that one
    /// value has one text.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { input -> [UInt8]? in
            let (groups, rest) = input.count.quotientAndRemainder(dividingBy: 4)
            guard rest != 1 else { return nil }
            var isValid = true
            let output = values.withUnsafeBufferPointer { values in
                [UInt8](unsafeUninitializedCapacity: input.count * 3 / 4) { output, count in
                    var position = 0
                    // Whole groups without a branch; a stray character shows in the high bit of the sum.
                    var seen: UInt8 = 0
                    for group in 0..<groups {
                        let a = values[Int(input[group * 4])], b = values[Int(input[group * 4 + 1])]
                        let c = values[Int(input[group * 4 + 2])], d = values[Int(input[group * 4 + 3])]
                        seen |= a | b | c | d
                        output[position] = a << 2 | b >> 4
                        output[position + 1] = b << 4 | c >> 2
                        output[position + 2] = c << 6 | d
                        position += 3
                    }
                    if rest > 0 {
                        let a = values[Int(input[groups * 4])], b = values[Int(input[groups * 4 + 1])]
                        let c = rest == 3 ? values[Int(input[groups * 4 + 2])] : 0
                        seen |= a | b | c
                        output[position] = a << 2 | b >> 4
                        position += 1
                        if rest == 3 {
                            output[position] = b << 4 | c >> 2
                            position += 1
                        }
                        isValid = rest == 3 ? c & 0x03 == 0 : b & 0x0f == 0
                    }
                    isValid = isValid && seen & 0x80 == 0
                    count = position
                }
            }
            return isValid ? output : nil
        }
    }
}
