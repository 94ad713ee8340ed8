import DocumentProvider

/// A document as issued, and its device key.
enum HeldDocumentFile {
    /// Reads `--document` and `--device-key`.
    static func read(_ document: String, deviceKey: String) throws -> HeldDocument {
        let key = try KeyFile.signingKey(deviceKey, for: "--device-key")
        let bytes = try InputFile(document, for: "--document").item("an IssuerSigned", member: "issuerSigned")
        do {
            return try HeldDocument(issuerSigned: bytes, deviceKey: key)
        } catch {
            throw CommandFailure(error.description, at: document, mend: "check what --document and --device-key are given")
        }
    }
}
