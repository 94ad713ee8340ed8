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
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            switch byte {
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
        }
        return true
    }
}
