/// The rules on which profiles differ, with the name of the profile they belong to. Everything else is the same everywhere.
///
/// Only the profiles of this library make rules, so a profile of another name cannot lend itself looser ones.
public struct VerificationRules: Sendable, Hashable {
    /// Name of the profile, as reports show it.
    public let profile: String
    /// Whether production mode accepts them.
    public let areForProduction: Bool
    /// Signer and authority must name a country, and the same one.
    public let countryInCertificates: RuleSeverity
    /// `issuing_country` and `issuing_jurisdiction` of driving licences must be those of the signer; of other documents they are warned of.
    public let issuingCountryElement: RuleSeverity
    /// The dates of the mobile security object must be tagged.
    public let taggedDates: RuleSeverity
    /// What an unknown revocation costs, of the signer and of the document.
    public let revocation: RevocationPolicy
    /// The mock data that passes, and then nothing else does; nil where none passes.
    public let mockData: MockDataMode?

    init(
        profile: String, areForProduction: Bool, countryInCertificates: RuleSeverity, issuingCountryElement: RuleSeverity, taggedDates: RuleSeverity,
        revocation: RevocationPolicy, mockData: MockDataMode? = nil
    ) {
        self.profile = profile
        self.areForProduction = areForProduction
        self.countryInCertificates = countryInCertificates
        self.issuingCountryElement = issuingCountryElement
        self.taggedDates = taggedDates
        self.revocation = revocation
        self.mockData = mockData
    }

    /// Refuses where the mode does not accept the rules.
    package func check(mode: VerificationMode) throws(ProfileRefused) {
        guard mode == .development || areForProduction else { throw ProfileRefused(profile: profile) }
    }
}
