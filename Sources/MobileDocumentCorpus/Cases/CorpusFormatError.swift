/// Why a text is no case of the corpus.
public struct CorpusFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    init(_ description: String) { self.description = description }
}
