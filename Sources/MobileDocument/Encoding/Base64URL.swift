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
            guard input.count % 4 != 1 else { return nil }
            var output: [UInt8] = []
            output.reserveCapacity(input.count * 3 / 4)
            var buffer: UInt32 = 0
            var bits = 0
            for character in input {
                let value = values[Int(character)]
                guard value != 0xff else { return nil }
                buffer = buffer << 6 | UInt32(value)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    output.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
                }
            }
            guard buffer & (1 << UInt32(bits) - 1) == 0 else { return nil }
            return output
        }
    }
}
