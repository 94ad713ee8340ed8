/// Rules for the mock data of a simulator: no issuer has signed it, and no device. Real documents are refused, and what passes is
/// `Verdict.mock`; production mode refuses the profile.
public struct SimulatorProfile: VerificationProfile {
    /// Named `simulator`, not for production.
    public let rules = VerificationRules(
        profile: "simulator", areForProduction: false, countryInCertificates: .warn, issuingCountryElement: .warn, taggedDates: .warn,
        revocation: .reportUnknown, mockData: .simulator)

    /// Makes the profile.
    public init() {}
}
