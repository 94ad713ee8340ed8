import ArgumentParser
import Crypto
import DesktopServices
import Foundation
import HybridTransport
import HybridTunnel
import MobileDocument
import NIOSSL

/// One side of an exchange as a program of its own, so that a script can keep the two apart.
@main
struct HybridPeer: AsyncParsableCommand {
    enum Role: String, ExpressibleByArgument {
        case ask, answer
    }

    static let configuration = CommandConfiguration(commandName: "hybrid-peer", abstract: "Ask another device, or answer one: for tests.")

    @Argument var role: Role
    /// Where the tunnel service is.
    @Option var host: String
    @Option var port: Int
    @Option var root: String
    /// The bus of a Bluetooth daemon.
    @Option var bus: String
    @Option var links: String
    @Option var qr: String?
    @Flag var linked = false

    private var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }

    func run() async throws {
        let domain = try TunnelDomain(1000)
        let tunnels = TunnelDialer(trust: .file(root), addresses: [domain: TunnelAddress(host: host, port: port)])
        let adverts = BluetoothAdverts(busAddress: bus)
        switch role {
        case .ask: try await ask(HybridClient(tunnels: tunnels, adverts: adverts))
        case .answer: try await answer(HybridAuthenticator(tunnels: tunnels, adverts: adverts, domain: domain))
        }
    }

    private func ask(_ client: HybridClient) async throws {
        let folder = try LinkFolder<LinkedAuthenticator>(links)
        let request = try RemoteCredentialRequest(
            origin: "https://rentals.example", requests: [.init(exchangeProtocol: "org-iso-mdoc", data: Array("{}".utf8))])
        guard !linked else {
            guard let device = try folder.all().first else { throw ValidationError("nothing is linked") }
            return say("answered \(try await client.present(request, to: device).encoded.count)")
        }
        let secret = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        let shown = try ClientInvitation(identity: .init(), secret: secret, at: now, supportsLinking: true)
        say(shown.invitation.text)
        let response = try await client.present(
            request, to: shown,
            linking: { link in
                do { try folder.add(link.get()) } catch { say("not linked: \(error)") }
            })
        say("answered \(response.encoded.count)")
    }

    private func answer(_ authenticator: HybridAuthenticator) async throws {
        let folder = try LinkFolder<LinkedClient>(links)
        let contact = try folder.contact()
        let respond: HybridAuthenticator.Responder = { _ in .credential(exchangeProtocol: "org-iso-mdoc", data: Array("{}".utf8)) }
        if let qr {
            let offer = LinkOffer(contact: contact, name: "phone") { link in (try? folder.add(link)) != nil }
            _ = try await authenticator.answer(HybridInvitation(text: qr), at: now, linking: offer, respond: respond)
        } else {
            say("waiting")
            _ = try await authenticator.answer(linkedTo: contact, link: { try? folder[$0] }, respond: respond)
        }
        say("done")
    }

    private func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }
}
