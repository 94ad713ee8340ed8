/// Whether verdicts have consequences.
public enum VerificationMode: String, Sendable, Hashable {
    /// Real people and real decisions; only production profiles are accepted.
    case production
    /// Samples, tests and tools.
    case development
}
