import MobileDocument

/// A recorded session transcript in a file, bare or under tag 24.
enum TranscriptFile {
    /// Reads it.
    static func read(_ path: String) throws -> SessionTranscript {
        let file = try InputFile(path, for: "--session-transcript")
        let bytes = try file.item("a SessionTranscript", member: "sessionTranscript")
        do {
            return try SessionTranscript(recorded: bytes)
        } catch {
            throw CommandFailure(
                "this is not a session transcript, \(error)", at: file.path, mend: "give the array of three items, bare or under tag 24")
        }
    }
}
