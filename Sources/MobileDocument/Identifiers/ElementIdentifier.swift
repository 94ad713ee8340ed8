/// The name of a data element inside its namespace, such as `family_name`. Opaque; case matters.
public struct ElementIdentifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The identifier as it stands in requests and responses.
    public let rawValue: String

    /// Makes an identifier from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an identifier from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The identifier.
    public var description: String { rawValue }

    /// Compares byte for byte; Swift's texts would also be equal when only canonically equivalent.
    public static func == (lhs: ElementIdentifier, rhs: ElementIdentifier) -> Bool { lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8) }

    /// Hashes the bytes, in agreement with equality.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
        hasher.combine(0xff as UInt8)
    }
}
