/// How deep a JSON text is nested, found without decoding it.
///
/// Foundation's decoder has a limit of its own, and ends the process at it on some texts: 513 brackets that open and nothing after
/// them are one. So text from strangers is bounded here before it is decoded.
public enum JSONNesting {
    /// Levels of arrays and objects; nothing that is exchanged here has as many.
    public static let maximumDepth = 64

    /// Whether a text stays within the limit. It need not be JSON otherwise.
    ///
    /// A text with a zero byte does not: UTF-8 JSON has none, and in another encoding quotes would not be where they seem to be.
    public static func isBounded(_ text: some Sequence<UInt8>) -> Bool {
        // One loop over memory, compiled once: a generic one asks the sequence for every byte.
        text.withContiguousStorageIfAvailable(isBounded(contiguous:)) ?? Array(text).withUnsafeBufferPointer(isBounded(contiguous:))
    }

    private static func isBounded(contiguous text: UnsafeBufferPointer<UInt8>) -> Bool {
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
