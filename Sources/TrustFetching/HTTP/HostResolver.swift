public import NetworkAddressing

/// Finds the addresses of a host.
public protocol HostResolver: Sendable {
    /// Every address of a name, in the order in which to try them.
    func addresses(of host: String) async throws -> [NetworkAddress]
}
