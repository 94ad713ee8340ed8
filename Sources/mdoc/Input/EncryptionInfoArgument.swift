import MobileDocument

/// `--encryption-info`: the text itself, or a file with it.
enum EncryptionInfoArgument {
    /// The base64url text, whose characters enter the transcript.
    static func text(_ argument: String) throws -> String {
        if (try? EncryptionInfo(text: argument)) != nil { return argument }
        let file = try InputFile(argument, for: "--encryption-info")
        let written = file.text.map { $0.filter { !$0.isWhitespace } }
        if let written, (try? EncryptionInfo(text: written)) != nil { return written }
        let text = Base64URL.encode(try file.item("an EncryptionInfo", member: "encryptionInfo"))
        do {
            _ = try EncryptionInfo(text: text)
        } catch {
            throw CommandFailure("this is not an EncryptionInfo, \(error)", at: file.path, mend: "check what --encryption-info is given")
        }
        return text
    }
}
