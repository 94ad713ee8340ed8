import DocumentTrust

/// A file with a revocation list.
enum RevocationListFile {
    /// Reads and verifies it. A list that none of the authorities signed is a mistake, not no list.
    ///
    /// - Parameter signer: whose list it should be, such as "a trusted authority".
    static func read(_ path: String, for option: String, of authorities: [TrustAnchor], signer: String) throws -> RevocationList {
        let bytes = try InputFile(path, for: option).decoded().parts[0].bytes
        var fault = RevocationListFault.otherIssuer
        for authority in authorities {
            do {
                return try RevocationList(bytes, issuedBy: authority)
            } catch {
                // That a list is another authority's says less than what is wrong with it under its own.
                if error != .otherIssuer { fault = error }
            }
        }
        let reason = switch fault {
        case .otherIssuer, .signature: "this is no revocation list that \(signer) signed"
        case .malformed, .criticalExtension: "this revocation list cannot be used: \(fault)"
        }
        throw CommandFailure(reason, at: path, mend: "check what \(option) is given")
    }
}
