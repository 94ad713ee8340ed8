/// The digits of a QR code, written a second time after the standard: the library's are under test.
enum Digits {
    static func text(_ bytes: [UInt8]) -> String {
        let widths = [0, 3, 5, 8, 10, 13, 15, 17]
        var text = "FIDO:/"
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(7)
            rest = rest.dropFirst(7)
            var value: UInt64 = 0
            for (place, byte) in chunk.enumerated() { value += UInt64(byte) << UInt64(8 * place) }
            let digits = "\(value)"
            text += String(repeating: "0", count: widths[chunk.count] - digits.count) + digits
        }
        return text
    }
}
