import MobileDocument

/// Names a session in its store: 128 random bits as base64url text.
public struct SessionIdentifier: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let rawValue: String

    /// Takes an identifier that was made before.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a new identifier.
    public static func random(using generator: inout some RandomNumberGenerator) -> SessionIdentifier {
        SessionIdentifier(rawValue: Base64URL.encode(generator.bytes(16)))
    }

    /// The text.
    public var description: String { rawValue }
}
