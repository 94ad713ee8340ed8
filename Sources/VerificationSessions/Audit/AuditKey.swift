public import Crypto
import MobileDocument

/// A public key that checks audit records. Records name it, so that keys can change in the middle of a chain.
public struct AuditKey: Sendable {
    /// The first 16 hexadecimal digits of the SHA-256 of the key in DER (SubjectPublicKeyInfo), as
    /// `openssl pkey -pubin -outform DER | sha256sum` prints them.
    public let identifier: String
    let key: P256.Signing.PublicKey

    private static let identifierBytes = 8

    /// Names a key.
    public init(_ key: P256.Signing.PublicKey) {
        self.key = key
        identifier = Hexadecimal.text(Array(SHA256.hash(data: key.derRepresentation).prefix(Self.identifierBytes)))
    }

    /// Reads a public key in PEM; nil if the text is none of P-256.
    public init?(pem: String) {
        guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else { return nil }
        self.init(key)
    }

    /// The key in PEM.
    public var pem: String { key.pemRepresentation }

    func isSignature(_ signature: [UInt8], of record: AuditRecord) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: record.signed)
    }
}
