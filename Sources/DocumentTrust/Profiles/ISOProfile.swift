/// The rules of ISO/IEC 18013-5, second edition. The default.
public struct ISOProfile: VerificationProfile {
    /// Named `iso`, for production; every rule on which profiles differ refuses.
    public let rules = VerificationRules(
        profile: "iso", areForProduction: true, countryInCertificates: .refuse, issuingCountryElement: .refuse, taggedDates: .refuse)

    /// Makes the profile.
    public init() {}
}
