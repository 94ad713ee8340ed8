import ArgumentParser
import DocumentTrust
import MobileDocument
import RelyingParty

/// `mdoc verify-response`
struct VerifyResponseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-response",
        abstract: "Verify a DeviceResponse whose session transcript is at hand.",
        discussion: """
            Example: mdoc verify-response --device-response response.hex \\
                       --session-transcript transcript.hex --trust iaca.pem

            Without a transcript the device's proof cannot be checked; everything else is reported and the response is \
            refused.
            """)

    @Option(help: ArgumentHelp("The DeviceResponse.", valueName: "file"))
    var deviceResponse: String

    @Option(help: ArgumentHelp("The SessionTranscript, bare or under tag 24.", valueName: "file"))
    var sessionTranscript: String?

    @Option(help: ArgumentHelp("The reader's ephemeral private key, for a MAC: PEM, JWK or 32 bytes.", valueName: "file"))
    var readerKey: String?

    @Option(help: ArgumentHelp("The DeviceRequest to compare with.", valueName: "file"))
    var request: String?

    @Option(help: ArgumentHelp("Reader authorities: verifies the signatures of the request too.", valueName: "dir"))
    var readerTrust: String?

    @OptionGroup var verification: VerificationOptions
    @OptionGroup var masks: MaskOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard readerTrust == nil || (request != nil && sessionTranscript != nil) else {
            throw ValidationError("--reader-trust needs --request and --session-transcript")
        }
    }

    func run() throws {
        let verifier = try verification.verifier(.development)
        let response = try Self.read(deviceResponse)
        let transcript = try sessionTranscript.map(TranscriptFile.read)
        let key = try readerKey.map { try KeyFile.keyAgreementKey($0, for: "--reader-key") }
        let deviceRequest = try request.map(DeviceRequestFile.read)
        let moment = verification.time.moment
        var summary = VerificationSummary(
            verifier.verify(deviceResponse: response, transcript: transcript, readerKey: key, request: deviceRequest, at: moment))
        if let readerTrust, let deviceRequest, let transcript {
            let trust = ReaderTrustList(try TrustSource.anchors(readerTrust, for: "--reader-trust"))
            summary.add(
                ReaderAuthenticationVerification.verify(deviceRequest, transcript: transcript, trust: trust, at: moment), of: deviceRequest)
        }
        try summary.present(output, masks, at: moment)
    }

    /// The response. What is in order, but for another command, is refused with that command's name.
    private static func read(_ path: String) throws -> [UInt8] {
        let file = try InputFile(path, for: "--device-response")
        let sealed = CommandFailure("this is an answer that is still sealed", at: file.path, mend: "give it to 'mdoc verify', with its session")
        let bytes: [UInt8]
        do {
            bytes = try file.item("a DeviceResponse", member: "deviceResponse")
        } catch {
            guard file.isJSON, (try? file.item("an answer", member: "response")) != nil else { throw error }
            throw sealed
        }
        guard (try? EncryptedResponse(bytes)) == nil else { throw sealed }
        guard (try? IssuerSigned(bytes)) == nil else {
            throw CommandFailure("this is a document as issued, without a device's proof", at: file.path, mend: "give it to 'mdoc verify-issued'")
        }
        return bytes
    }
}
