/// A My Number: Japan's individual number of 12 digits, the last of which checks the others. It does not print.
///
/// The law says who may ask for it, and what for.
public struct MyNumber: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its 12 digits. Show them to nobody who does not need them, and keep them nowhere.
    public let digits: String

    /// Reads 12 digits; nil where they are not 12, or the last does not check the others.
    public init?(_ text: String) {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 12, digits.allSatisfy({ (0...9).contains($0) }), digits[11] == Self.checkDigit(of: digits.prefix(11)) else { return nil }
        self.digits = text
    }

    /// 11 minus the weighted sum modulo 11, and 0 where that has two digits. The weights are 2 to 7 and 2 to 6 from the right.
    private static func checkDigit(of digits: ArraySlice<Int>) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in sum + digit.element * (digit.offset < 6 ? digit.offset + 2 : digit.offset - 4) }
        return sum % 11 <= 1 ? 0 : 11 - sum % 11
    }

    /// Only the last two digits, as screens show it.
    public var masked: String { Self.masked(digits) }

    /// Any number of this kind as screens show it: all but its last two characters hidden. Nothing is left of what is no text, or a short one.
    public static func masked(_ text: String?) -> String {
        guard let text, text.count > 4 else { return "••••" }
        return String(repeating: "•", count: text.count - 2) + text.suffix(2)
    }

    /// Not the number.
    public var description: String { "My Number" }
    /// Not the number.
    public var debugDescription: String { description }
    /// No children, so nothing prints the number by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
