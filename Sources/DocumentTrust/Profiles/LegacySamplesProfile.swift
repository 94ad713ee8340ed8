/// Rules under which published samples of first-generation issuers verify: certificates without a country, an empty
/// `issuing_country`, untagged dates. For replaying those samples; production mode refuses it.
public struct LegacySamplesProfile: VerificationProfile {
    /// Named `legacy-samples`, not for production; every rule on which profiles differ warns.
    public let rules = VerificationRules(
        profile: "legacy-samples", areForProduction: false, countryInCertificates: .warn, issuingCountryElement: .warn, taggedDates: .warn,
        revocation: .reportUnknown)

    /// Makes the profile.
    public init() {}
}
