import Crypto
import MobileDocument

/// The secret that binds a session to the browser that was handed its request: 256 random bits as base64url text, kept by the
/// browser in a cookie that scripts cannot read.
///
/// The store keeps its digest only, so a copy of the store answers no session.
public struct BrowserToken: Sendable {
    /// The text for the cookie.
    public let text: String

    private static let byteCount = 32

    /// Makes a new token.
    public init(using generator: inout some RandomNumberGenerator) {
        text = Base64URL.encode(generator.bytes(Self.byteCount))
    }

    /// Takes a token from a cookie; nil if the text is none.
    public init?(_ text: String) {
        guard text.utf8.count == (Self.byteCount * 4 + 2) / 3, Base64URL.decode(text)?.count == Self.byteCount else { return nil }
        self.text = text
    }

    /// What the store keeps.
    public var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}

extension BrowserToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the token.
    public var description: String { "browser token" }
    /// Not the token.
    public var debugDescription: String { description }
    /// No children, so nothing prints the token by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
