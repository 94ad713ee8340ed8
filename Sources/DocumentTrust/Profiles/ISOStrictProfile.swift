/// The rules of ISO/IEC 18013-5, second edition, for those who rather refuse than accept what may be revoked: without a
/// current answer on the revocation of the signer and, where the document names a list, of the document, it is refused.
///
/// It needs revocation lists and status tokens fetched ahead of time; a host that is down for long stops everybody.
public struct ISOStrictProfile: VerificationProfile {
    /// Named `iso-strict`, for production.
    public let rules = VerificationRules(
        profile: "iso-strict", areForProduction: true, countryInCertificates: .refuse, issuingCountryElement: .refuse, taggedDates: .refuse,
        // The longest an authority may go without a new list (annex B).
        revocation: .refuseUnknown(maximumAge: 90 * 86_400))

    /// Makes the profile.
    public init() {}
}
