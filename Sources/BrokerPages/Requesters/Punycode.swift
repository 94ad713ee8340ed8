/// Reads names in other letters from the ASCII they travel in (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let (least, most) = (1, 26)
    private static let (skew, damp) = (38, 700)
    private static let (initialBias, initialNumber) = (72, 128)
    private static let mostBytes = 63

    /// The Unicode form of a label that begins with `xn--`; nil for one that is not well-formed.
    static func decode(label: String) -> String? {
        let text = Array(label.utf8)
        guard text.count <= mostBytes, label.lowercased().hasPrefix("xn--") else { return nil }
        let body = text.dropFirst(4)
        let hyphen = body.lastIndex(of: UInt8(ascii: "-"))
        var scalars = body[..<(hyphen ?? body.startIndex)].map { Unicode.Scalar($0) }
        var digits = body[(hyphen.map { $0 + 1 } ?? body.startIndex)...]
        var (number, position, bias) = (initialNumber, 0, initialBias)
        while !digits.isEmpty {
            guard let delta = readNumber(&digits, bias: bias) else { return nil }
            let count = scalars.count + 1
            bias = adapt(delta, count: count, isFirst: position == 0 && number == initialNumber)
            position += delta
            number += position / count
            position %= count
            guard let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init) else { return nil }
            scalars.insert(scalar, at: position)
            position += 1
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func readNumber(_ digits: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var (value, weight, place) = (0, 1, base)
        while let byte = digits.popFirst() {
            guard let digit = digit(byte) else { return nil }
            value += digit * weight
            let threshold = min(max(place - bias, least), most)
            // Far beyond any label, and far below where sums overflow.
            guard value <= 1 << 30 else { return nil }
            if digit < threshold { return value }
            weight *= base - threshold
            guard weight <= 1 << 30 else { return nil }
            place += base
        }
        return nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var place = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            place += base
        }
        return place + (base - least + 1) * delta / (delta + skew)
    }
}
