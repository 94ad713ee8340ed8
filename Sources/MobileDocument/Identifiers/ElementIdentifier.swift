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
