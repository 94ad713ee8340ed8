/// Base64 of either alphabet, padded or not, with white space between.
enum Base64Text {
    static func isCharacter(_ byte: UInt8) -> Bool { value(byte) != nil || byte == UInt8(ascii: "=") }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    static func decode(_ text: ArraySlice<UInt8>) throws(EncodedInputError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        var characters = 0
        var padding = 0
        var plain: Int?
        var url: Int?
        for index in text.indices where !isSpace(text[index]) {
            let byte = text[index]
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard let value = value(byte), padding == 0 else {
                throw EncodedInputError(
                    .notBase64, at: index,
                    padding > 0 ? "base64 goes on after its padding" : "a character that base64 does not have",
                    remedy: "give the base64 text alone, whole and once")
            }
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "/"): plain = plain ?? index
            case UInt8(ascii: "-"), UInt8(ascii: "_"): url = url ?? index
            default: break
            }
            characters += 1
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
                buffer &= 1 << bits - 1
            }
        }
        if let plain, let url {
            throw EncodedInputError(
                .mixedAlphabets, at: max(plain, url), "base64 and base64url characters in one text", remedy: "use one alphabet")
        }
        guard characters % 4 != 1, padding == 0 || (characters + padding) % 4 == 0, padding <= 2, buffer == 0 else {
            throw EncodedInputError(
                .notBase64, at: text.endIndex, "\(characters) base64 characters and \(padding) of padding do not end on a byte",
                remedy: "the text was cut off or altered; copy it again, whole")
        }
        return bytes
    }
}
