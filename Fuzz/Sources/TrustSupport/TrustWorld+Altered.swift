import DocumentTrust
public import X509

extension TrustWorld {
    private static let extensions = Array(reader.certificate.extensions)

    /// The certificate of the registered reader with the bytes as the content of an extension, chosen by the first of them.
    ///
    /// - Parameter key: signs it.
    /// - Returns: nil for what no certificate can be made with.
    public static func alteredReader(_ bytes: [UInt8], signedBy key: Certificate.PrivateKey) -> Certificate? {
        guard let first = bytes.first else { return nil }
        let position = Int(first) % extensions.count
        var changed = extensions
        changed[position] = Certificate.Extension(
            oid: extensions[position].oid, critical: extensions[position].critical, value: bytes.dropFirst())
        let reader = Self.reader.certificate
        guard let list = try? Certificate.Extensions(changed) else { return nil }
        return try? Certificate(
            version: .v3, serialNumber: reader.serialNumber, publicKey: reader.publicKey, notValidBefore: reader.notValidBefore,
            notValidAfter: reader.notValidAfter, issuer: reader.issuer, subject: reader.subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: list, issuerPrivateKey: key)
    }
}
