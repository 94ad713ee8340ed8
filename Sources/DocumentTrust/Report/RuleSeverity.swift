/// What breaking a rule costs under a profile. No rule can be switched off: it refuses, or it shows as a warning.
public enum RuleSeverity: Sendable, Hashable {
    /// The document is refused.
    case refuse
    /// The report carries a warning.
    case warn

    package var outcome: CheckOutcome { self == .refuse ? .failed : .warning }
}
