import CBOR

/// How deep a JSON text is nested, found without decoding it, and how many combining marks stand in a row in it.
///
/// Foundation's decoder has a limit of its own, and ends the process at it on some texts: 513 brackets that open and nothing after
/// them are one. And it hashes the names of members, which takes minutes where one has a million marks on one character. So text from strangers is
/// bounded here before it is decoded.
public enum JSONNesting {
    /// Levels of arrays and objects; nothing that is exchanged here has as many.
    public static let maximumDepth = 64

    /// Whether a text stays within the limits. It need not be JSON otherwise.
    ///
    /// A text with a zero byte does not: UTF-8 JSON has none, and in another encoding quotes would not be where they seem to be.
    public static func isBounded(_ text: some Sequence<UInt8>) -> Bool {
        // One loop over memory, compiled once: a generic one asks the sequence for every byte.
        text.withContiguousStorageIfAvailable(isBounded(contiguous:)) ?? Array(text).withUnsafeBufferPointer(isBounded(contiguous:))
    }

    private static func isBounded(contiguous text: UnsafeBufferPointer<UInt8>) -> Bool { isShallow(text) && hasBoundedMarks(text) }

    private static func isShallow(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        var index = 0
        while index < text.count {
            if isInString, !isEscaped { index = endOfPlainBytes(in: text, from: index) }
            guard index < text.count else { return true }
            switch text[index] {
            case 0: return false
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > maximumDepth { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            index += 1
        }
        return true
    }

    /// Whether no more combining marks stand in a row than are compared in good time, written as they are or escaped.
    private static func hasBoundedMarks(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var marks = 0
        var index = 0
        while index < text.count {
            // What is plain is no mark.
            let plain = endOfPlainBytes(in: text, from: index)
            if plain > index { marks = 0 }
            guard plain < text.count else { return true }
            let (scalar, length) = character(in: text, at: plain)
            marks = scalar.map(StackedMarks.isMark) == true ? marks + 1 : 0
            guard marks <= StackedMarks.most else { return false }
            index = plain + length
        }
        return true
    }

    /// A character that may be a mark, or nil, and how many bytes it takes. What is no UTF-8 is refused by who decodes it.
    private static func character(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        switch text[index] {
        case UInt8(ascii: "\\"): return escaped(in: text, at: index)
        case 0..<0x80: return (nil, 1)
        case let first:
            let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard index + length <= text.count else { return (nil, 1) }
            let value = (1..<length).reduce(UInt32(first) & (0xFF >> UInt32(length + 1))) { $0 << 6 | UInt32(text[index + $1] & 0x3F) }
            return (Unicode.Scalar(value), length)
        }
    }

    /// The same of an escape: `\uXXXX`, two of them for one character beyond 16 bits, or a backslash and one character. Half of such a pair is none.
    static func escaped(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        guard let high = unit(in: text, at: index) else { return (nil, 2) }
        guard UTF16.isLeadSurrogate(high), let low = unit(in: text, at: index + 6), UTF16.isTrailSurrogate(low) else {
            return (Unicode.Scalar(high), 6)
        }
        return (Unicode.Scalar(0x10000 + (UInt32(high) & 0x3FF) << 10 + UInt32(low) & 0x3FF), 12)
    }

    /// What `\uXXXX` stands for; nil where there is something else.
    private static func unit(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt16? {
        guard index + 6 <= text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u") else { return nil }
        return (2..<6).reduce(0 as UInt16?) { value, place in
            guard let value, let digit = Hexadecimal.value(text[index + place]) else { return nil }
            return value << 4 | UInt16(digit)
        }
    }

    /// Skips bytes of a string, eight at a time, as long as each of the eight is ASCII and no quote, backslash or control character.
    static func endOfPlainBytes(in text: UnsafeBufferPointer<UInt8>, from begin: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(text)
        var index = begin
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let found =
                below(0x20, in: word) | below(1, in: word ^ repeated(UInt8(ascii: "\""))) | below(1, in: word ^ repeated(UInt8(ascii: "\\"))) | word
            if found & repeated(0x80) != 0 { break }
            index += 8
        }
        return index
    }

    private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// A top bit where one of the eight bytes is below `bound`, which is 128 at most.
    private static func below(_ bound: UInt8, in word: UInt64) -> UInt64 { (word &- repeated(bound)) & ~word }
}
