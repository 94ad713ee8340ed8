import TextEncodings

/// Hexadecimal digits with white space between, with the place of what is wrong.
enum HexText {
    static func decode(_ text: ArraySlice<UInt8>) throws(EncodedInputError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for index in text.indices where !isSpace(text[index]) {
            guard let digit = Hexadecimal.value(text[index]) else {
                throw EncodedInputError(
                    .notHex, at: index, "a character that is no hexadecimal digit", remedy: "remove it, or give the right encoding")
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else {
            throw EncodedInputError(
                .oddHex, at: text.endIndex, "\(bytes.count * 2 + 1) hexadecimal digits, an odd number",
                remedy: "a digit is missing or one too many; if it is base64 after all, name that encoding")
        }
        return bytes
    }
}
