import RelyingParty

/// A session kept in a file.
enum SessionFile {
    /// Reads it.
    static func read(_ path: String) throws -> PendingSession {
        try InputFile(path, for: "--session").json(
            PendingSession.self,
            expecting: "a session: {origin, encryptionInfo, recipientPrivateKey} and, where at hand, deviceRequest and expiresAt")
    }
}
