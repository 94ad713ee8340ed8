/// Why tables of documents cannot be read from files.
public struct InstalledTableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, or the folder.
    public let path: String
    /// What is wrong with it, and in which line.
    public let reason: String

    /// How to mend it.
    public static let mend = "correct it (docs/in-app.md says how tables are written), or take it away"

    /// What is wrong, where, and how to mend it.
    public var description: String { "\(path): \(reason); \(Self.mend)" }
}
