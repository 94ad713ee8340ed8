/// The network profiles by the names they have in configuration and on the command line.
package enum NetworkName: String, Sendable, CaseIterable {
    case production
    case loopbackTests = "loopback-tests"

    /// The profile of that name.
    package var profile: NetworkProfile {
        switch self {
        case .production: .production
        case .loopbackTests: .loopbackTests
        }
    }
}
