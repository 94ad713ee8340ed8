import ArgumentParser
import HybridTransport
import HybridTunnel

/// How other devices are met.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What carries adverts: bluetooth, or loopback:PORT, a port of this machine in place of a radio.", valueName: "carrier"))
    var adverts: AdvertCarrier

    @Option(help: ArgumentHelp("Number of the tunnel service to use for answers.", valueName: "number"))
    var tunnel: UInt16

    @Option(help: ArgumentHelp("Where that service is, if not at its name: host:port.", valueName: "address"))
    var tunnelAddress: String?

    @Option(help: ArgumentHelp("Certificate that the service's must rest on, in PEM, instead of those the system trusts.", valueName: "file"))
    var tunnelRoot: String?

    func validate() throws {
        do throws(HybridError) { _ = try TunnelDomain(tunnel) } catch { throw ValidationError(error.reason) }
        if let tunnelAddress { guard TunnelAddress(tunnelAddress) != nil else { throw ValidationError("\"\(tunnelAddress)\" is no host:port") } }
    }

    func client() throws(HybridError) -> HybridClient { HybridClient(tunnels: try dialer(), adverts: adverts.carried) }

    func authenticator() throws(HybridError) -> HybridAuthenticator {
        HybridAuthenticator(tunnels: try dialer(), adverts: adverts.carried, domain: try TunnelDomain(tunnel))
    }

    private func dialer() throws(HybridError) -> TunnelDialer {
        TunnelDialer(root: tunnelRoot, domain: try TunnelDomain(tunnel), at: tunnelAddress.flatMap(TunnelAddress.init))
    }
}
