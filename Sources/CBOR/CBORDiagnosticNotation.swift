/// Renders items in the diagnostic notation of RFC 8949, section 8. For inspection on purpose; the text shows everything.
public enum CBORDiagnosticNotation {
    /// The notation of one item on one line.
    public static func text(of item: CBORItem) throws(CBORError) -> String {
        text(of: try item.value())
    }

    /// The notation of a tree on one line.
    public static func text(of value: CBORValue) -> String {
        switch value {
        case .unsigned(let value): return String(value)
        case .negative(let argument): return argument == .max ? "-18446744073709551616" : "-\(argument + 1)"
        case .bytes(let bytes): return "h'\(hex(bytes))'"
        case .text(let text): return quoted(text)
        case .array(let elements): return "[" + elements.map { self.text(of: $0) }.joined(separator: ", ") + "]"
        case .map(let entries):
            return "{" + entries.map { self.text(of: $0.key) + ": " + self.text(of: $0.value) }.joined(separator: ", ") + "}"
        case .tagged(let tag, let value): return "\(tag)(\(self.text(of: value)))"
        case .boolean(let value): return value ? "true" : "false"
        case .null: return "null"
        case .undefined: return "undefined"
        case .simple(let value): return "simple(\(value))"
        case .float(let value):
            if value.isNaN { return "NaN" }
            if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
            return "\(value)"
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        var text = ""
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
