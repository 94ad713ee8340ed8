/// All mistakes of a configuration at once, so that nobody mends them one start at a time.
public struct ConfigurationMistakes: Error, Sendable, CustomStringConvertible {
    /// The mistakes, in the order in which they were found.
    public let mistakes: [ConfigurationMistake]

    package init(mistakes: [ConfigurationMistake]) { self.mistakes = mistakes }

    /// One line for each.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
