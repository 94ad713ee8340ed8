import CBOR

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
}

extension ElementIdentifier {
    /// Byte for byte; Swift's own comparison of text would take canonically equivalent forms for one.
    public static func == (lhs: ElementIdentifier, rhs: ElementIdentifier) -> Bool { ExactText.isSame(lhs.rawValue, rhs.rawValue) }

    /// The opposite of `==`. Stated because the standard library's `!=` for raw values compares the texts.
    public static func != (lhs: ElementIdentifier, rhs: ElementIdentifier) -> Bool { !(lhs == rhs) }

    /// Hashes the bytes, in agreement with equality.
    public func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
