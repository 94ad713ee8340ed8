/// The rules of ISO/IEC 18013-5, second edition. The default.
public struct ISOProfile: VerificationProfile {
    /// `iso`.
    public let name = "iso"
    /// Yes.
    public let isForProduction = true
    /// Every rule on which profiles differ refuses.
    public let rules = VerificationRules(countryInCertificates: .refuse, issuingCountryElement: .refuse, taggedDates: .refuse)

    /// Makes the profile.
    public init() {}
}
