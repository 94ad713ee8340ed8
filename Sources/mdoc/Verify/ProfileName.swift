import ArgumentParser
import DocumentTrust

/// The names `--profile` takes.
enum ProfileName: String, ExpressibleByArgument, CaseIterable {
    case iso
    case isoStrict = "iso-strict"
    case legacySamples = "legacy-samples"
    case simulator
    case developerDevice = "developer-device"

    /// The profile of that name.
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
