import ArgumentParser
import DocumentProvider
import HybridTransport
import HybridTunnel
import MobileDocument
import NIOSSL
import Synchronization

/// `mdoc phone`
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "What a phone does: scan another device's QR code, and show a document there.",
        discussion: """
            Example: mdoc phone --qr FIDO:/4600138… --document licence.mdoc --device-key device-key.pem \\
                       --reader-trust reader/trust --tunnel 1000 --adverts-port 4711

            The code is one that a browser shows for sharing a document from another device (FIDO CTAP hybrid). This machine answers in the \
            place of a phone. Adverts go to a port of this machine instead of over Bluetooth, so the browser must be told of them there.
            """)

    @Option(help: ArgumentHelp("What the QR code says: FIDO:/ and digits.", valueName: "text"))
    var qr: String

    @Option(help: ArgumentHelp("The document as issued.", valueName: "file"))
    var document: String

    @Option(help: ArgumentHelp("Private key of the device, in PEM.", valueName: "file"))
    var deviceKey: String

    @OptionGroup var readerTrust: ReaderTrustOptions

    @Flag(help: "Answer any reader, unsigned requests included.")
    var anyReader = false

    @Option(help: ArgumentHelp("Number of the tunnel service to use.", valueName: "number"))
    var tunnel: UInt16

    @Option(help: ArgumentHelp("Where the tunnel service is, if not at its name: host:port.", valueName: "address"))
    var tunnelAddress: String?

    @Option(help: ArgumentHelp("Certificate that the tunnel service's must rest on, in PEM, instead of those the system trusts.", valueName: "file"))
    var tunnelRoot: String?

    @Option(help: ArgumentHelp("Port of this machine that adverts are sent to.", valueName: "port"))
    var advertsPort: Int

    @Flag(help: "Share without asking: for demonstrations with sample documents.")
    var yes = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard anyReader != readerTrust.isGiven else {
            throw ValidationError("give either --any-reader, or --reader-trust, --reader-list or both: only readers they vouch for are answered")
        }
        guard (1...65_535).contains(advertsPort) else { throw ValidationError("a port is 1 to 65535") }
    }

    func run() async throws {
        let moment = MomentOptions.now
        let trust = try readerTrust.load(at: moment)
        let held = try HeldDocumentFile.read(document, deviceKey: deviceKey)
        let holder = Holder(documents: [held], readerTrust: trust, policy: anyReader ? .anyReader : .trustedReaders)
        let wallet = PhoneWallet(holder: holder, readerTrust: trust, consent: yes ? nil : TerminalConsent())
        let shown = Mutex<RequestAnswer?>(nil)
        do throws(HybridError) {
            let domain = try TunnelDomain(tunnel)
            let authenticator = HybridAuthenticator(tunnels: try dialer(domain), adverts: LoopbackAdverts(port: advertsPort), domain: domain)
            _ = try await authenticator.answer(try HybridInvitation(text: qr), at: moment) { request in
                let (response, answer) = await wallet.answer(request, at: moment)
                shown.withLock { $0 = answer }
                return response
            }
        } catch {
            throw CommandFailure("\(error)", mend: "have the other device show a new code, and scan that one")
        }
        guard let answer = shown.withLock({ $0 }) else {
            throw CommandFailure(
                "the request was refused: it names no website's origin, or asks for no mobile document by \(EncryptionInfo.protocolName)",
                mend: "scan the code of a page that asks for one")
        }
        try answer.present(output)
    }

    private func dialer(_ domain: TunnelDomain) throws(HybridError) -> TunnelDialer {
        var addresses: [TunnelDomain: TunnelAddress] = [:]
        if let tunnelAddress {
            let parts = tunnelAddress.split(separator: ":")
            guard parts.count == 2, let port = Int(parts[1]), (1...65_535).contains(port) else {
                throw HybridError(.tunnel, "\"\(tunnelAddress)\" is no host:port")
            }
            addresses[domain] = TunnelAddress(host: String(parts[0]), port: port)
        }
        return TunnelDialer(trust: tunnelRoot.map { .file($0) } ?? .default, addresses: addresses)
    }
}
