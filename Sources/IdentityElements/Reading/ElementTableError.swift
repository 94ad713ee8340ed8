/// Why a table cannot be read.
public struct ElementTableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1; 0 where it is about the table as a whole.
    public let line: Int
    private let reason: String

    init(line: Int, _ reason: String) {
        self.line = line
        self.reason = reason
    }

    /// Stable code of the error.
    public var code: String { "elements.table" }

    /// What is wrong, and in which line.
    public var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
