public import DocumentTrust

/// How a request stands to one rule of wallets.
public struct RequestLintFinding: Sendable, Hashable {
    /// The rule.
    public let rule: RequestLintRule
    /// `failed`: known wallets refuse such a request; `warning`: some do, their users are told less than they could be, or
    /// more is asked than may be needed.
    public let outcome: CheckOutcome
    /// What is wrong, or why the rule could not be judged; nil where it is kept.
    public let reason: String?
    /// What to change; nil where there is nothing to change.
    public let remedy: String?
}
