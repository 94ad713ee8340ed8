import ArgumentParser
import NetworkAddressing

/// A network profile as it is written on the command line.
enum NetworkName: String, ExpressibleByArgument, CaseIterable {
    case production
    case loopbackTests = "loopback-tests"

    /// The profile.
    var profile: NetworkProfile {
        switch self {
        case .production: .production
        case .loopbackTests: .loopbackTests
        }
    }
}
