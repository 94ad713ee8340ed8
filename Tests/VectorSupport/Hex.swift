/// Hexadecimal literals in tests.
public enum Hex {
    /// The bytes of hexadecimal text; white space is allowed anywhere. Anything else is a mistake in the test.
    public static func bytes(_ text: String) -> [UInt8] {
        guard let bytes = bytesIfValid(text) else { preconditionFailure("not hexadecimal: \(text)") }
        return bytes
    }

    /// Lower-case digits.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func bytesIfValid(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x0a && $0 != 0x0d && $0 != 0x09 }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
