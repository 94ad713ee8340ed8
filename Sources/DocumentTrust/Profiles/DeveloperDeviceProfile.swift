/// Rules for mock data on a developer's device: the device has signed it, no issuer has. Real documents are refused, and what passes
/// is `Verdict.mock`; production mode refuses the profile.
public struct DeveloperDeviceProfile: VerificationProfile {
    /// Named `developer-device`, not for production.
    public let rules = VerificationRules(
        profile: "developer-device", areForProduction: false, countryInCertificates: .warn, issuingCountryElement: .warn, taggedDates: .warn,
        revocation: .reportUnknown, mockData: .developerDevice)

    /// Makes the profile.
    public init() {}
}
