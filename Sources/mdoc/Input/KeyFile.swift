import COSE
import Crypto
import RelyingParty

/// Keys in files. No message repeats anything of a key.
enum KeyFile {
    /// A private key that signs.
    static func signingKey(_ path: String, for option: String) throws -> SigningKey {
        let file = try InputFile(path, for: option)
        guard let text = file.text, let key = try? SigningKey(pemRepresentation: text) else {
            throw CommandFailure(
                "this is not an unencrypted private key in PEM on P-256, P-384, P-521 or Ed25519", at: file.path,
                mend: "check what \(option) is given")
        }
        return key
    }

    /// A public key in PEM, or the public half of a private one.
    static func publicKey(_ path: String, for option: String) throws -> VerificationKey {
        let file = try InputFile(path, for: option)
        if let text = file.text {
            if let key = try? SigningKey(pemRepresentation: text) { return key.verificationKey }
            if let key = try? VerificationKey(pemRepresentation: text) { return key }
        }
        throw CommandFailure(
            "this is not a key in PEM on P-256, P-384, P-521 or Ed25519", at: file.path, mend: "check what \(option) is given")
    }

    /// A private key that agrees on secrets: PEM, a JWK, or the 32 bytes of its scalar.
    static func keyAgreementKey(_ path: String, for option: String) throws -> P256.KeyAgreement.PrivateKey {
        let file = try InputFile(path, for: option)
        var key: P256.KeyAgreement.PrivateKey?
        if let text = file.text, text.contains("-----BEGIN ") {
            key = PKCS8PEM.names(.p256, in: text) ? try? P256.KeyAgreement.PrivateKey(pemRepresentation: text) : nil
        } else if file.isJSON {
            key = try? file.json(JSONWebKey.self, expecting: "a JWK with kty, crv and d").privateKey()
        } else if let scalar = try? file.decoded().parts[0].bytes {
            key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: scalar)
        }
        guard let key else {
            throw CommandFailure("this is not an unencrypted private key on P-256", at: file.path, mend: "give \(option) PEM, a JWK or 32 bytes in hex")
        }
        return key
    }
}
