import COSE
import Crypto
import SwiftASN1

/// Private keys as PKCS #8 PEM text (RFC 7468), for all curves: Ed25519, which may be used by document signers and
/// readers, has no PEM form in swift-crypto and is written here after RFC 8410.
extension SigningKey {
    /// The key, unencrypted.
    var pkcs8PEM: String {
        switch self {
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .p521(let key): key.pemRepresentation
        case .ed25519(let key):
            PEMDocument(type: "PRIVATE KEY", derBytes: Self.ed25519Prologue + key.rawRepresentation).pemString
        }
    }

    /// Reads an unencrypted key: PKCS #8 for every curve, SEC 1 as well for the ECDSA ones.
    ///
    /// - Throws: ``IssuingError`` with code `issuer.key.pem`. The reason repeats nothing of the text, which may well be a
    ///   secret in a form that is not understood here.
    init(privateKeyPEM text: String) throws(IssuingError) {
        do { self = try SigningKey(pemRepresentation: text) } catch {
            throw IssuingError(.keyPEM, "the text is not an unencrypted PKCS #8 private key on a supported curve")
        }
    }
}
