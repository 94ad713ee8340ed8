/// What a button is for, where it is not simply to go on.
public enum ButtonRole: String, Sendable, Hashable {
    /// To leave without doing anything.
    case cancel
    /// To destroy something.
    case destructive
}
