import ArgumentParser

/// One of several words.
enum ChoiceArgument {
    /// Reads a word.
    static func parse<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Choice {
        try parse(text, among: Array(Choice.allCases))
    }

    /// Reads one of some words.
    static func parse<Choice: RawRepresentable<String>>(_ text: String, among choices: [Choice]) throws -> Choice {
        guard let choice = choices.first(where: { $0.rawValue == text }) else {
            throw ValidationError("write one of \(choices.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }
}
