import ArgumentParser
import Foundation
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

    @Option(help: ArgumentHelp("Folder of the links to other devices, which nobody else may enter; without one none is linked.", valueName: "folder"))
    var links: String?

    @Option(help: ArgumentHelp("What linked devices show for this one.", valueName: "text"))
    var name = ProcessInfo.processInfo.hostName

    private static let nameBytes = 256

    func validate() throws {
        guard name.utf8.count <= Self.nameBytes else { throw ValidationError("a name has \(Self.nameBytes) bytes at most") }
        do throws(HybridError) { _ = try TunnelDomain(tunnel) } catch { throw ValidationError(error.reason) }
        if let tunnelAddress { guard TunnelAddress(tunnelAddress) != nil else { throw ValidationError("\"\(tunnelAddress)\" is no host:port") } }
    }

    func client() throws(HybridError) -> HybridClient { HybridClient(tunnels: try dialer(), adverts: adverts.carried) }

    func authenticator() throws(HybridError) -> HybridAuthenticator {
        HybridAuthenticator(tunnels: try dialer(), adverts: adverts.carried, domain: try TunnelDomain(tunnel))
    }

    /// The links that are kept; nil where none are.
    func keptLinks() throws(HybridError) -> LinkFolders? { try links.map { path throws(HybridError) in try LinkFolders(path) } }

    /// The same, for what takes a link.
    func requiredLinks() throws(HybridError) -> LinkFolders {
        guard let kept = try keptLinks() else { throw HybridError(.link, "no folder of links is named; name one with --links") }
        return kept
    }

    /// What a device is given that is to be linked.
    ///
    /// - Throws: `hybrid.full` where no more can be, before anything is shared.
    func offer() throws(HybridError) -> LinkOffer {
        let asking = try requiredLinks().asking
        try asking.checkRoom()
        return LinkOffer(contact: try asking.contact(), name: name) { link in
            do throws(HybridError) {
                try asking.add(link)
                return true
            } catch {
                error.log("the other device is not linked")
                return false
            }
        }
    }

    private func dialer() throws(HybridError) -> TunnelDialer {
        TunnelDialer(root: tunnelRoot, domain: try TunnelDomain(tunnel), at: tunnelAddress.flatMap(TunnelAddress.init))
    }
}
