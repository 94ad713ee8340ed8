/// One rule of a certificate profile (ISO/IEC 18013-5, annex B).
///
/// A rule looks at a certificate and at the one that issued it, and at nothing else: neither the time nor the document.
public struct CertificateRule: Sendable {
    /// Stable name, such as `validity`. One profile has each name once.
    public let identifier: String
    /// What must hold, completing "the certificate ...".
    public let summary: String
    /// What breaking it costs when a document or a request is verified. A rule that refuses also has a check of its own
    /// in the verification's report; one that warns shows there as a deviation from the profile. Where the summary of one that warns says that
    /// something is refused, a comparison says of each certificate what it costs that one.
    public let severity: RuleSeverity
    /// How a certificate breaks the rule, completing "the certificate ..."; nil where it keeps it.
    let fault: @Sendable (_ certificate: ParsedCertificate, _ issuer: ParsedCertificate?) -> String?
    /// Whether a certificate breaks a rule that only warns in a way for which it is refused all the same.
    private var isRefused: @Sendable (_ certificate: ParsedCertificate) -> Bool = { _ in false }

    init(
        _ identifier: String, _ summary: String, _ severity: RuleSeverity = .warn,
        fault: @escaping @Sendable (_ certificate: ParsedCertificate, _ issuer: ParsedCertificate?) -> String?
    ) {
        self.identifier = identifier
        self.summary = summary
        self.severity = severity
        self.fault = fault
    }

    /// The same rule, where some of those that break it are refused.
    func refusing(_ isRefused: @escaping @Sendable (_ certificate: ParsedCertificate) -> Bool) -> CertificateRule {
        var rule = self
        rule.isRefused = isRefused
        return rule
    }

    /// What it costs that a certificate breaks the rule.
    func severity(of certificate: ParsedCertificate) -> RuleSeverity { isRefused(certificate) ? .refuse : severity }
}
