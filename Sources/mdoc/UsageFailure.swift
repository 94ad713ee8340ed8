/// Shortens the argument parser's message to the one line that this program prints.
enum UsageFailure {
    /// The line.
    ///
    /// - Parameters:
    ///   - message: what is wrong.
    ///   - fullMessage: the same with usage, whose last line names the help of the command at hand.
    static func line(message: String, fullMessage: String) -> String {
        let what = message.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing(". Please", with: "; please")
        let hint = fullMessage.split(separator: "\n").compactMap { line -> Substring? in
            guard let start = line.firstRange(of: "See '"), let end = line[start.upperBound...].firstIndex(of: "'") else { return nil }
            return line[start.upperBound..<end]
        }.last
        let sentence = what.hasSuffix(".") ? what.dropLast() : what[...]
        return "mdoc: \((sentence.prefix(1).lowercased() + sentence.dropFirst() + "; see '\(hint ?? "mdoc --help")'").printable)"
    }
}
