import ArgumentParser
import CodeReading
import DesktopServices
import HybridTransport
import HybridTunnel
import MobileDocument
import NIOSSL
import Synchronization

/// `mdoc phone`
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "What a phone does: scan another device's QR code, or wait for a linked device, and show a document there.",
        discussion: """
            Example: mdoc phone --qr FIDO:/4600138… --document licence.mdoc \\
                       --device-key device-key.pem --reader-trust reader/trust \\
                       --tunnel 1000 --links links

            The code is one that a browser shows for sharing a document from another device (FIDO CTAP hybrid). This machine answers in the \
            place of a phone, and shows that it is near over Bluetooth (BlueZ), or at a port of this machine where there is none. The code in \
            a picture (--picture) is found by mdoc-code-reader, a confined program that has to lie beside this one.

            With --links a device whose code asks for it is remembered when the document is shared. With --wait instead of a code the next \
            request of such a device is answered; 'mdoc phone-links' lists and removes them.
            """)

    @Option(help: ArgumentHelp("What the QR code says: FIDO:/ and digits.", valueName: "text"))
    var qr: String?

    @Option(help: ArgumentHelp("Picture with the QR code in it, PNG or JPEG.", valueName: "file"))
    var picture: String?

    @Flag(help: "Wait for a linked device, which needs no code.")
    var wait = false

    @Option(help: ArgumentHelp("Folder of the linked devices, which nobody else may enter.", valueName: "folder"))
    var links: String?

    @Option(help: ArgumentHelp("What linked devices show for this one.", valueName: "text"))
    var name = "mdoc phone"

    @OptionGroup var answering: AnsweringOptions

    @Option(help: ArgumentHelp("Number of the tunnel service to use.", valueName: "number"))
    var tunnel: UInt16

    @Option(help: ArgumentHelp("Where the tunnel service is, if not at its name: host:port.", valueName: "address"))
    var tunnelAddress: String?

    @Option(help: ArgumentHelp("Certificate that the tunnel service's must rest on, in PEM, instead of those the system trusts.", valueName: "file"))
    var tunnelRoot: String?

    @Option(help: ArgumentHelp("Port of this machine that adverts are sent to, instead of Bluetooth.", valueName: "port"))
    var advertsPort: Int?

    @Flag(help: "Share without asking: for demonstrations with sample documents.")
    var yes = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [qr != nil, picture != nil, wait].count(where: { $0 }) == 1, !wait || links != nil else {
            throw ValidationError("give either --qr, or --picture, or --wait with --links")
        }
        guard advertsPort.map((1...65_535).contains) ?? true else { throw ValidationError("a port is 1 to 65535") }
    }

    func run() async throws {
        let moment = MomentOptions.now
        let (holder, trust) = try answering.holder(at: moment)
        let wallet = PhoneWallet(
            holder: holder, readerTrust: trust, destination: wait ? .linkedDevice : .scannedDevice,
            consent: yes ? nil : TerminalConsent(isAside: output.json))
        let shown = Mutex<RequestAnswer?>(nil)
        let code = try await scannedCode()
        do throws(HybridError) {
            try await answer(code, at: moment) { request in
                let (response, answer) = await wallet.answer(request, at: MomentOptions.now)
                shown.withLock { $0 = answer }
                return response
            }
        } catch {
            throw CommandFailure("\(error)", mend: mend(error.code))
        }
        guard let answer = shown.withLock({ $0 }) else {
            throw CommandFailure(
                "the request was refused: it names no website's origin, or asks for no mobile document by \(EncryptionInfo.protocolName)",
                mend: "scan the code of a page that asks for one")
        }
        try answer.present(output)
    }

    /// What the owner can do: nothing comes of another code where the service is not the right one.
    private func mend(_ code: HybridError.Code) -> String {
        let again = wait ? "start waiting again" : "have the other device show a new code, and scan that one"
        return switch code {
        case .tunnel, .tunnelDomain: "check --tunnel, --tunnel-address and --tunnel-root, then \(again)"
        default: again
        }
    }

    /// What the code says; nil where a linked device is waited for.
    private func scannedCode() async throws -> String? {
        guard let picture else { return qr }
        switch await CodeReader.read(file: try InputFile(picture, for: "--picture").content) {
        case .text(let text): return text
        case .noCode:
            throw CommandFailure(
                "no code of another device is found in the picture", at: picture, mend: "take another one, closer and straight from the front")
        case .noPicture: throw CommandFailure("this is no PNG or JPEG, or a damaged one", at: picture, mend: "check what --picture is given")
        case .unread:
            throw CommandFailure(
                "mdoc-code-reader is not beside this program, or did not get to the end of the picture", at: picture,
                mend: "install it there, or give what the code says to --qr")
        }
    }

    /// Answers the request of the device that shows the code, or of the next linked one.
    private func answer(_ code: String?, at moment: Instant, _ respond: @escaping HybridAuthenticator.Responder) async throws(HybridError) {
        let domain = try TunnelDomain(tunnel)
        let adverts: any AdvertSink = advertsPort.map { LoopbackAdverts(port: $0) } ?? BluetoothAdverts()
        let authenticator = HybridAuthenticator(tunnels: try dialer(domain), adverts: adverts, domain: domain)
        let linked = try links.map { path throws(HybridError) in try LinkedDevices(path) }
        if let code {
            let offer = try linked?.offer(as: name)
            _ = try await authenticator.answer(try HybridInvitation(text: code), at: moment, linking: offer, respond: respond)
        } else if let linked {
            _ = try await authenticator.answer(linkedTo: try linked.contact(), link: linked.find) { request in
                let notice = LinkedDevices.notify()
                let response = await respond(request)
                // Nothing is left on the screen of a request that is over.
                notice.cancel()
                await notice.value
                return response
            }
        }
    }

    private func dialer(_ domain: TunnelDomain) throws(HybridError) -> TunnelDialer {
        let address = tunnelAddress.flatMap(TunnelAddress.init)
        if let tunnelAddress, address == nil { throw HybridError(.tunnel, "\"\(tunnelAddress)\" is no host:port") }
        return TunnelDialer(root: tunnelRoot, domain: domain, at: address)
    }
}
