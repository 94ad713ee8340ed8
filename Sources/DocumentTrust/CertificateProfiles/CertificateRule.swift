/// One rule of a certificate profile (ISO/IEC 18013-5, annex B).
///
/// A rule looks at a certificate and at the one that issued it, and at nothing else: neither the time nor the document.
public struct CertificateRule: Sendable {
    /// Stable name, such as `validity`. One profile has each name once.
    public let identifier: String
    /// What must hold, completing "the certificate ...".
    public let summary: String
    /// What breaking it costs when a document or a request is verified. A rule that refuses also has a check of its own
    /// in the verification's report; one that warns shows there as a deviation from the profile.
    public let severity: RuleSeverity
    /// How a certificate breaks the rule, completing "the certificate ..."; nil where it keeps it.
    let fault: @Sendable (_ certificate: ParsedCertificate, _ issuer: ParsedCertificate?) -> String?

    init(
        _ identifier: String, _ summary: String, _ severity: RuleSeverity = .warn,
        fault: @escaping @Sendable (_ certificate: ParsedCertificate, _ issuer: ParsedCertificate?) -> String?
    ) {
        self.identifier = identifier
        self.summary = summary
        self.severity = severity
        self.fault = fault
    }
}
