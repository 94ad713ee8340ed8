import ArgumentParser

/// One of several words.
enum ChoiceArgument {
    /// Reads a word.
    static func parse<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Choice {
        guard let choice = Choice(rawValue: text) else {
            throw ValidationError("write one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }
}
