import COSE

/// A device key as text.
enum CertifiedKeyText {
    /// PKCS#8 PEM with a line break at the end.
    static func pem(_ key: SigningKey) throws -> String {
        guard let text = key.pemRepresentation else {
            throw CommandFailure("the key has no PEM form", mend: "use a P-256 key")
        }
        return text + "\n"
    }
}
