/// What must come of a case.
public enum CorpusExpectation: Sendable, Hashable {
    /// It is in order, however unusual.
    case accept
    /// It is refused; the code says for what, in this package's names.
    case reject(code: String)

    /// The word of the `expect` line.
    public var word: String {
        switch self {
        case .accept: "accept"
        case .reject: "reject"
        }
    }
}
