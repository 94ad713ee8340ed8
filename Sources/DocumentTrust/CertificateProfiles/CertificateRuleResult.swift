/// Whether a certificate keeps one rule of a profile.
public struct CertificateRuleResult: Sendable, Hashable {
    /// Name of the rule.
    public let rule: String
    /// What must hold, completing "the certificate ...".
    public let summary: String
    /// What breaking it costs when a document or a request is verified; where it is broken, what it costs this certificate.
    public let severity: RuleSeverity
    /// How the certificate breaks the rule, completing "the certificate ..."; nil where it keeps it.
    public let fault: String?

    /// True where the rule is kept.
    public var isKept: Bool { fault == nil }
}
