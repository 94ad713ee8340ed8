/// Where a person's review stands.
public enum Review: Sendable, Hashable {
    /// It waits for a reviewer.
    case submitted
    /// A reviewer said yes.
    case approved
    /// A reviewer said no, and why.
    case refused(Rejection)

    /// A word for lists.
    public var word: String {
        switch self {
        case .submitted: "submitted"
        case .approved: "approved"
        case .refused: "refused"
        }
    }
}
