import COSE
import Crypto
import SwiftASN1

/// Private keys as PKCS #8 PEM text (RFC 7468), for all curves: Ed25519, which may be used by document signers and
/// readers, has no PEM form in swift-crypto and is written here after RFC 8410.
extension SigningKey {
    /// `SEQUENCE { INTEGER 0, SEQUENCE { id-Ed25519 }, OCTET STRING { OCTET STRING of 32 bytes` : everything before the
    /// key, which is always of the same length.
    private static let ed25519Prologue: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let pkcs8Discriminator = "PRIVATE KEY"

    /// The key, unencrypted.
    var pkcs8PEM: String {
        switch self {
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .p521(let key): key.pemRepresentation
        case .ed25519(let key):
            PEMDocument(type: Self.pkcs8Discriminator, derBytes: Self.ed25519Prologue + key.rawRepresentation).pemString
        }
    }

    /// Reads an unencrypted key: PKCS #8 for every curve, SEC 1 as well for the ECDSA ones.
    ///
    /// - Throws: ``IssuingError`` with code `issuer.key.pem`. The reason repeats nothing of the text, which may well be a
    ///   secret in a form that is not understood here.
    init(privateKeyPEM text: String) throws(IssuingError) {
        if let key = try? SigningKey(pemRepresentation: text) {
            self = key
            return
        }
        if let document = try? PEMDocument(pemString: text), document.discriminator == Self.pkcs8Discriminator,
            document.derBytes.starts(with: Self.ed25519Prologue),
            let key = try? Curve25519.Signing.PrivateKey(
                rawRepresentation: document.derBytes.dropFirst(Self.ed25519Prologue.count))
        {
            self = .ed25519(key)
            return
        }
        throw IssuingError(.keyPEM, "the text is not an unencrypted PKCS #8 private key on a supported curve")
    }
}
