/// The profiles by the names they have in reports, in configuration and on the command line.
package enum ProfileName: String, Sendable, CaseIterable {
    case iso
    case isoStrict = "iso-strict"
    case legacySamples = "legacy-samples"
    case simulator
    case developerDevice = "developer-device"

    /// The profile of that name.
    package var profile: any VerificationProfile {
        switch self {
        case .iso: ISOProfile()
        case .isoStrict: ISOStrictProfile()
        case .legacySamples: LegacySamplesProfile()
        case .simulator: SimulatorProfile()
        case .developerDevice: DeveloperDeviceProfile()
        }
    }
}
