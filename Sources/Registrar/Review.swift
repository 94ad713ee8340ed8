/// Where a person's review stands.
public enum Review: Sendable, Hashable {
    /// It waits for a reviewer.
    case submitted
    /// A reviewer said yes.
    case approved
    /// A reviewer said no, and why.
    case refused(Rejection)

    /// Whether a reviewer may change it so: conclude what was submitted, or take an approval back.
    func canBecome(_ next: Review) -> Bool {
        switch (self, next) {
        case (.submitted, .approved), (.submitted, .refused), (.approved, .refused): true
        default: false
        }
    }

    /// A word for lists.
    public var word: String {
        switch self {
        case .submitted: "submitted"
        case .approved: "approved"
        case .refused: "refused"
        }
    }
}
