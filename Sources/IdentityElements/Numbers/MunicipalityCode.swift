/// The code of a Japanese municipality: five digits, the first two of which are the prefecture. It says where somebody lives, so it does not print.
public struct MunicipalityCode: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The five digits.
    public let digits: String

    static let digits = 5

    /// Reads five digits that begin with a prefecture; nil where they do not.
    public init?(_ text: String) {
        guard text.utf8.count == Self.digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            Municipalities.prefectures[String(text.prefix(2))] != nil
        else { return nil }
        digits = text
    }

    /// The prefecture's name.
    public var prefecture: String { Municipalities.prefectures[String(digits.prefix(2))] ?? "" }

    /// The municipality's name; nil, and never a guess, where the list does not have it.
    public func municipality(in list: Municipalities) -> String? { list[digits] }

    /// Not the code.
    public var description: String { "municipality code" }
    /// Not the code.
    public var debugDescription: String { description }
    /// No children, so nothing prints the code by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
