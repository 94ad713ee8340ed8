import ArgumentParser
import DocumentProvider
import DocumentTrust
import MobileDocument

/// `mdoc verify-request`
struct VerifyRequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-request",
        abstract: "Verify who signed a request, as a wallet does before it asks its owner.",
        discussion: """
            Example: mdoc verify-request --request request.json \\
                       --origin https://rentals.example --reader-trust reader/trust

            Exits 0 when a trusted reader stands behind every document request.
            """)

    @Option(help: ArgumentHelp("The request as the page passed it on, or a bare DeviceRequest.", valueName: "file"))
    var request: String

    @Option(help: ArgumentHelp("Origin of the page, as the browser reports it.", valueName: "url"), transform: OriginArgument.parse)
    var origin: Origin

    @Option(help: ArgumentHelp("The encryptionInfo of a bare DeviceRequest: its text or a file.", valueName: "text"))
    var encryptionInfo: String?

    @OptionGroup var readerTrust: ReaderTrustOptions

    @Option(help: ArgumentHelp("Revocation list of a reader authority; may be repeated.", valueName: "file"))
    var readerCrl: [String] = []

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard readerTrust.isGiven else { throw ValidationError("give --reader-trust, --reader-list or both") }
    }

    func run() throws {
        let moment = time.moment
        let trust = try readerTrust.load(revocationLists: readerCrl, at: moment)
        let file = try RequestFile.read(request, encryptionInfo: encryptionInfo)
        let presented: PresentedRequest
        do {
            presented = try PresentedRequest(deviceRequest: file.deviceRequest, encryptionInfo: file.encryptionInfo, origin: origin)
        } catch {
            if case .insecureOrigin = error {
                try ReaderSummary.presentRefusal(error, origin: origin, output)
                throw ExitCode.refused
            }
            throw CommandFailure(error.description, at: request, mend: "check what --request is given")
        }
        let readers = ReaderAuthenticationVerification.verify(
            presented.deviceRequest, transcript: presented.transcript, trust: trust, origin: origin, at: moment)
        try ReaderSummary(request: presented.deviceRequest, readers: readers, origin: origin).present(output, at: moment)
    }
}
