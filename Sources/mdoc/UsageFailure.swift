import ArgumentParser

/// Shortens the argument parser's message to the one line that this program prints.
enum UsageFailure {
    /// The line.
    ///
    /// - Parameters:
    ///   - message: what is wrong.
    ///   - fullMessage: the same with usage, whose last line names the help of the command at hand.
    static func line(message: String, fullMessage: String) -> String {
        let what = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing(". Please", with: "; please").replacing(". Did you mean", with: "; did you mean")
        let hint = fullMessage.split(separator: "\n").compactMap { line -> Substring? in
            guard let start = line.firstRange(of: "See '"), let end = line[start.upperBound...].firstIndex(of: "'") else { return nil }
            return line[start.upperBound..<end]
        }.last
        let sentence = what.hasSuffix(".") ? what.dropLast() : what[...]
        let see = sentence.hasSuffix("?") ? " See" : "; see"
        return "mdoc: \((sentence.prefix(1).lowercased() + sentence.dropFirst() + "\(see) '\(hint ?? "mdoc --help")'").printable)"
    }

    /// What the parser's message does not say: that there is no such command, or, where it misses an argument, no such option.
    ///
    /// - Parameters:
    ///   - arguments: as they were given to the program.
    ///   - message: the parser's.
    static func mistyped(_ arguments: ArraySlice<String>, message: String) -> String? {
        var rest = arguments
        var command: any ParsableCommand.Type = MdocCommand.self
        while !command.configuration.subcommands.isEmpty {
            guard let word = rest.popFirst(), !word.hasPrefix("-"), word != "help" else { return nil }
            let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
            guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
                return unknown("There is no command", word, among: names)
            }
            command = next
        }
        guard message.hasPrefix("Missing expected argument") else { return nil }
        let options = MdocCommand.helpMessage(for: command, includeHidden: true)
            .split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init).filter { $0.hasPrefix("--") }
        let given = rest.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
        return given.first { !options.contains($0) }.map { unknown("Unknown option", $0, among: options) }
    }

    private static func unknown(_ what: String, _ word: String, among words: [String]) -> String {
        "\(what) '\(word)'" + (nearest(to: word, among: words).map { ". Did you mean '\($0)'?" } ?? "")
    }

    /// The word that is meant, if one is a letter or two away.
    private static func nearest(to word: String, among words: [String]) -> String? {
        guard word.count <= 64 else { return nil }
        let near = words.map { (word: $0, distance: distance(Array(word), Array($0))) }.min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= (word.count < 5 ? 1 : 2) ? $0.word : nil }
    }

    /// How many letters have to be changed, added or taken away.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = index
            row[0] = index + 1
            for (column, character) in other.enumerated() {
                let cost = min(row[column] + 1, row[column + 1] + 1, diagonal + (letter == character ? 0 : 1))
                diagonal = row[column + 1]
                row[column + 1] = cost
            }
        }
        return row[other.count]
    }
}
