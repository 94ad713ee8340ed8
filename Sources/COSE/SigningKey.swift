public import Crypto

/// A private signing key held in memory.
public enum SigningKey: Sendable {
    /// ECDSA on P-256.
    case p256(P256.Signing.PrivateKey)
    /// ECDSA on P-384.
    case p384(P384.Signing.PrivateKey)
    /// ECDSA on P-521.
    case p521(P521.Signing.PrivateKey)
    /// Ed25519.
    case ed25519(Curve25519.Signing.PrivateKey)

    /// A new random key.
    public static func generate(_ curve: EllipticCurve) -> SigningKey {
        switch curve {
        case .p256: .p256(P256.Signing.PrivateKey())
        case .p384: .p384(P384.Signing.PrivateKey())
        case .p521: .p521(P521.Signing.PrivateKey())
        case .ed25519: .ed25519(Curve25519.Signing.PrivateKey())
        }
    }

    /// Reads a key from PEM, `PRIVATE KEY` (PKCS#8) or for an EC key also `EC PRIVATE KEY` (SEC 1): unencrypted, and the only block of the text.
    public init(pemRepresentation: String) throws(COSEFault) {
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: pemRepresentation), PKCS8PEM.names(.p256, in: pemRepresentation) {
            self = .p256(key)
        } else if let key = try? P384.Signing.PrivateKey(pemRepresentation: pemRepresentation), PKCS8PEM.names(.p384, in: pemRepresentation) {
            self = .p384(key)
        } else if let key = try? P521.Signing.PrivateKey(pemRepresentation: pemRepresentation), PKCS8PEM.names(.p521, in: pemRepresentation) {
            self = .p521(key)
        } else if let raw = Ed25519PEM.key(in: pemRepresentation, label: "PRIVATE KEY", after: Self.ed25519Prologue),
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: raw)
        {
            self = .ed25519(key)
        } else {
            throw .keyUnsupported("other than P-256, P-384, P-521 or Ed25519, or encrypted, or not alone in their PEM text,")
        }
    }

    /// `SEQUENCE { INTEGER 0, SEQUENCE { id-Ed25519 }, OCTET STRING { OCTET STRING of 32 bytes` : everything before an Ed25519 key in PKCS#8
    /// (RFC 8410), which is always of the same length.
    private static let ed25519Prologue: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    /// The key as PKCS#8 PEM, unencrypted, without a line break at its end. Keep it secret.
    public var pemRepresentation: String {
        switch self {
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .p521(let key): key.pemRepresentation
        case .ed25519(let key): Ed25519PEM.text([UInt8](key.rawRepresentation), label: "PRIVATE KEY", after: Self.ed25519Prologue)
        }
    }

    /// The public half.
    public var verificationKey: VerificationKey {
        switch self {
        case .p256(let key): .p256(key.publicKey)
        case .p384(let key): .p384(key.publicKey)
        case .p521(let key): .p521(key.publicKey)
        case .ed25519(let key): .ed25519(key.publicKey)
        }
    }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The curve only.
    public var description: String { "private key on \(verificationKey.curve.name)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
