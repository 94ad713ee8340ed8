import Crypto
import MobileDocument

/// What somebody shows to act for a brand or as a reviewer: 32 random bytes as base64url text. It is told once; only its digest is
/// kept, which is enough because nobody can guess it.
public struct AccessToken: Sendable {
    /// Bytes of randomness.
    public static let bytes = 32
    /// Longest text that is looked at.
    static let maximumText = 128

    /// The text to tell its holder.
    public let text: String

    /// Draws a token.
    ///
    /// - Parameter generator: cryptographically secure outside of tests.
    public init(using generator: inout some RandomNumberGenerator) {
        text = Base64URL.encode(generator.bytes(Self.bytes))
    }

    static func digest(_ text: String) -> SHA256Digest { SHA256.hash(data: Array(text.utf8)) }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
    /// Not the text.
    public var description: String { "access token" }
    /// Not the text.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
