package import MobileDocument

/// What a verification is judged by: trust, rules and the moment. All of it is handed in.
package struct VerificationContext: Sendable {
    package let trust: IssuerTrustList
    package let rules: VerificationRules
    package let time: Instant
    /// Seconds by which clocks may differ.
    package let tolerance: Int64

    package init(trust: IssuerTrustList, rules: VerificationRules, time: Instant, tolerance: Int64) {
        self.trust = trust
        self.rules = rules
        self.time = time
        self.tolerance = tolerance
    }

    /// What is known of the revocation of a chain of certificates.
    func revocation(of chain: [ParsedCertificate], under authority: ParsedCertificate) -> RevocationFinding {
        trust.revocationLists.finding(
            chain, under: authority, at: time, tolerance: tolerance, maximumAge: rules.revocation.maximumAge)
    }

    /// Whether the time, give or take the tolerance, lies in a period.
    func isWithin(_ first: Instant, _ last: Instant) -> Bool {
        time.advanced(bySeconds: tolerance) >= first && time.advanced(bySeconds: -tolerance) <= last
    }
}
