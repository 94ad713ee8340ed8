/// Rules under which published samples of first-generation issuers verify: certificates without a country, an empty
/// `issuing_country`, untagged dates. For replaying those samples; production mode refuses it.
public struct LegacySamplesProfile: VerificationProfile {
    /// `legacy-samples`.
    public let name = "legacy-samples"
    /// No.
    public let isForProduction = false
    /// Every rule on which profiles differ warns.
    public let rules = VerificationRules(countryInCertificates: .warn, issuingCountryElement: .warn, taggedDates: .warn)

    /// Makes the profile.
    public init() {}
}
