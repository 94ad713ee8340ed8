import NetworkAddressing

/// The network profiles by the names they have in configuration.
enum NetworkName: String, CaseIterable {
    case production
    case loopbackTests = "loopback-tests"

    var profile: NetworkProfile {
        switch self {
        case .production: .production
        case .loopbackTests: .loopbackTests
        }
    }
}
