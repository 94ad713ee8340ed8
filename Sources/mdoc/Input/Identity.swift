import IssuingAuthority

/// A certificate and its key in a folder, `NAME.pem` and `NAME-key.pem`.
enum Identity {
    static let issuerRoot = "iaca"
    static let documentSigner = "signer"
    static let statusSigner = "status"
    static let readerAuthority = "reader-ca"
    static let reader = "reader"
    static let listRoot = "list-root"
    static let listSigner = "list-signer"

    /// Name of the certificate's file.
    static func certificateFile(_ name: String) -> String { "\(name).pem" }

    /// Name of the key's file.
    static func keyFile(_ name: String) -> String { "\(name)-key.pem" }

    /// Reads an identity.
    static func read(_ folder: String, name: String, for option: String) throws -> CertifiedKey {
        let certificate = try InputFile("\(folder)/\(certificateFile(name))", for: option)
        let key = try InputFile("\(folder)/\(keyFile(name))", for: option)
        do {
            return try CertifiedKey(certificatePEM: certificate.text ?? "", privateKeyPEM: key.text ?? "")
        } catch {
            throw CommandFailure(
                error.reason, at: folder,
                mend: "give \(option) a folder this program made, with \(certificateFile(name)) and \(keyFile(name))")
        }
    }
}
