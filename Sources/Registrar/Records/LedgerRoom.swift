/// How much of a storage a change may fill.
public enum LedgerRoom: Sendable, Hashable {
    /// Three quarters: what applicants bring stays below, so that withdrawals and lists always fit.
    case applicants
    /// All of it: withdrawals, lists, and what the registrar's own people do.
    case whole
}
