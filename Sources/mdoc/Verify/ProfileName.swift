import ArgumentParser
import DocumentTrust

/// The names `--profile` takes.
enum ProfileName: String, ExpressibleByArgument, CaseIterable {
    case iso
    case legacySamples = "legacy-samples"

    /// The profile of that name.
    var profile: any VerificationProfile {
        switch self {
        case .iso: ISOProfile()
        case .legacySamples: LegacySamplesProfile()
        }
    }
}
