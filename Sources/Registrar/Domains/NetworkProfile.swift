/// Which addresses a challenge may lead to.
public enum NetworkProfile: String, Sendable, Hashable {
    /// The public internet only, so that nobody makes the registrar look into its own network.
    case production
    /// Loopback as well, for tests on one machine.
    case loopbackTests

    /// Whether an address may be connected to.
    public func accepts(_ address: NetworkAddress) -> Bool {
        PublicAddress(address) != nil || (self == .loopbackTests && address.isLoopback)
    }
}
