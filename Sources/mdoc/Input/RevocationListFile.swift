import DocumentTrust

/// A file with a revocation list.
enum RevocationListFile {
    /// Reads and verifies it. A list that none of the authorities signed is a mistake, not no list.
    ///
    /// - Parameter signer: whose list it should be, such as "a trusted authority".
    static func read(_ path: String, for option: String, of authorities: [TrustAnchor], signer: String) throws -> RevocationList {
        let bytes = try InputFile(path, for: option).decoded().parts[0].bytes
        guard let list = authorities.lazy.compactMap({ try? RevocationList(bytes, issuedBy: $0) }).first else {
            throw CommandFailure("this is no revocation list that \(signer) signed", at: path, mend: "check what \(option) is given")
        }
        return list
    }
}
