import COSE

extension SigningKey {
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
