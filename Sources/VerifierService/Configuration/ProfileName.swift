import DocumentTrust

/// The profiles by the names they have in reports and configuration.
enum ProfileName: String, CaseIterable {
    case iso
    case isoStrict = "iso-strict"
    case legacySamples = "legacy-samples"
    case simulator
    case developerDevice = "developer-device"

    var profile: any VerificationProfile {
        switch self {
        case .iso: ISOProfile()
        case .isoStrict: ISOStrictProfile()
        case .legacySamples: LegacySamplesProfile()
        case .simulator: SimulatorProfile()
        case .developerDevice: DeveloperDeviceProfile()
        }
    }
}
