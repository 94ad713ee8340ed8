import TextEncodings

extension String {
    /// The text as one word of a shell, for a command that is copied: in quotes where the shell would read more into it.
    var shellWord: String {
        guard isEmpty || !utf8.allSatisfy({ $0.isASCIILetterOrDigit || "/._-+:,@%".utf8.contains($0) }) else { return self }
        // An apostrophe with a mark on it is another character to Swift, and to a shell the end of the word.
        return "'" + unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
    }
}
