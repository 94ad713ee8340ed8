/// What an implementation says of a case.
public enum CorpusAnswer: Sendable, Hashable {
    /// It is in order.
    case accepted
    /// It is refused, for these codes; nil where the implementation gives none.
    case refused(codes: Set<String>?)
    /// The implementation does not decide what this kind of case asks; why.
    case undecided(String)
}
