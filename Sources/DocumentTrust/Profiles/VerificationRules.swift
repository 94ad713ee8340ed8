/// The rules on which profiles differ. Everything else is the same under every profile.
public struct VerificationRules: Sendable, Hashable {
    /// Signer and authority must name a country, and the same one.
    public let countryInCertificates: RuleSeverity
    /// `issuing_country` and `issuing_jurisdiction` must be those of the signer.
    public let issuingCountryElement: RuleSeverity
    /// The dates of the mobile security object must be tagged.
    public let taggedDates: RuleSeverity

    package init(countryInCertificates: RuleSeverity, issuingCountryElement: RuleSeverity, taggedDates: RuleSeverity) {
        self.countryInCertificates = countryInCertificates
        self.issuingCountryElement = issuingCountryElement
        self.taggedDates = taggedDates
    }
}
