/// What may be given where a document attests no threshold that settles the question.
public enum AgeFallback: Sendable, Hashable {
    /// Nothing: the question stays open.
    case nothing
    /// The age, which tells more than was asked. The request says so, and the person sees it before agreeing.
    case age
}
