/// The rules of ISO/IEC 18013-5, second edition. The default.
public struct ISOProfile: VerificationProfile {
    /// Named `iso`, for production; every rule on which profiles differ refuses, but that an unknown revocation is only
    /// reported: a verifier without a network must not turn everybody away. `ISOStrictProfile` refuses it.
    public let rules = VerificationRules(
        profile: "iso", areForProduction: true, countryInCertificates: .refuse, issuingCountryElement: .refuse, taggedDates: .refuse,
        revocation: .reportUnknown)

    /// Makes the profile.
    public init() {}
}
