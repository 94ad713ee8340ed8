/// How a parser ends when it is not killed.
public enum ParserExit: Int32, Sendable, Hashable {
    /// It has replied.
    case done = 0
    /// What it was given is not a request to a parser of its version.
    case input = 65
    /// It could not be confined, and has read nothing.
    case unconfined = 70
    /// Its reply could not be written.
    case output = 74
}
