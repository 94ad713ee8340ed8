import Crypto
import TextEncodings

/// By what a tunnel service reaches an authenticator that waits for its linked devices (CTAP 2.2, 11.5.2). To clients it is opaque.
public struct ContactIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// Its bytes.
    public let bytes: [UInt8]

    private static let maximumBytes = 1024

    /// Takes what an authenticator gave; nil where it is empty, or longer than 1024 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard (1...Self.maximumBytes).contains(bytes.count) else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads base64url without padding; nil for anything else.
    public init?(base64URL: some StringProtocol) {
        guard let bytes = Base64URL.decode(String(base64URL)) else { return nil }
        self.init(bytes)
    }

    init(of secret: ContactSecret) {
        bytes = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret.secretBytes), info: Array("mdoc hybrid contact".utf8), outputByteCount: 32
        ).bytes
    }

    /// Base64url without padding, as paths have it.
    public var description: String { Base64URL.encode(bytes) }
}
