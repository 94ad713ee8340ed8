import Crypto
import MobileDocument

/// What a token is known by.
struct Credential: Sendable, Hashable, Codable {
    let holder: TokenHolder
    private let digest: String

    init(_ holder: TokenHolder, _ token: AccessToken) {
        self.holder = holder
        digest = Base64URL.encode(Array(AccessToken.digest(token.text)))
    }

    /// Whether a text is the token. The time it takes does not depend on how much of it is right.
    func matches(_ text: String) -> Bool {
        // The comparison of digests is the constant-time one of the cryptography library.
        text.utf8.count <= AccessToken.maximumText && AccessToken.digest(text) == (Base64URL.decode(digest) ?? [])
    }
}
