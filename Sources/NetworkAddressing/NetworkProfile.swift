/// Which addresses may be connected to on behalf of somebody who only named a host.
public enum NetworkProfile: String, Sendable, Hashable {
    /// The public internet only, so that nobody makes a server look into its own network.
    case production
    /// Loopback as well, for tests on one machine.
    case loopbackTests

    /// Whether an address may be connected to.
    public func accepts(_ address: NetworkAddress) -> Bool {
        PublicAddress(address) != nil || (self == .loopbackTests && address.isLoopback)
    }
}
