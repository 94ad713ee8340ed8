public import NetworkAddressing
import NIOPosix

/// The resolver of the system, asked on a thread that may wait.
public struct SystemHostResolver: HostResolver {
    /// Makes a resolver.
    public init() {}

    /// Every address of a name, in the order of RFC 6724.
    public func addresses(of host: String) async throws -> [NetworkAddress] {
        let addresses = try await NIOThreadPool.singleton.runIfActive { NetworkAddress.lookUp(host) }
        guard !addresses.isEmpty else { throw FetchError(.resolution, "the name \(host) could not be looked up") }
        return addresses
    }
}
