import MobileDocument

/// The random value by which a domain is proven: 32 bytes as base64url text.
public struct ChallengeToken: Sendable, Hashable {
    /// Bytes of randomness.
    public static let bytes = 32

    /// The text.
    public let text: String

    /// Makes a token of random bytes that are handed in.
    public init(_ random: [UInt8]) throws(RegistrarError) {
        guard random.count == Self.bytes else {
            throw RegistrarError(.challengeToken, "a token needs \(Self.bytes) random bytes, not \(random.count)", mend: "draw them from the system's generator")
        }
        text = Base64URL.encode(random)
    }

    /// Draws a token.
    public static func random(using generator: inout some RandomNumberGenerator) throws(RegistrarError) -> ChallengeToken {
        try ChallengeToken(generator.bytes(bytes))
    }
}
