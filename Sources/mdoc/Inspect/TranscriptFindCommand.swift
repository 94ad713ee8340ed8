import ArgumentParser
import CBOR
import Inspection
import MobileDocument

/// `mdoc transcript find`
struct TranscriptFindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find the transcript that the device's proof in a response fits.",
        discussion: """
            Example: mdoc transcript find --response opened.mdoc \\
                       --origin https://rentals.example --encryption-info request.json

            Give what is known; everything is combined, and the usual mistakes are tried too. Exits 1 when no right \
            transcript fits.
            """)

    @Option(help: ArgumentHelp("The DeviceResponse, opened, or the opened content of an envelope.", valueName: "file"))
    var response: String

    @Option(help: ArgumentHelp("A session, for its origin and encryptionInfo; may be repeated.", valueName: "file"))
    var session: [String] = []

    @Option(help: ArgumentHelp("An origin; may be repeated.", valueName: "url"))
    var origin: [String] = []

    @Option(help: ArgumentHelp("An encryptionInfo, its text or a file; may be repeated.", valueName: "text"))
    var encryptionInfo: [String] = []

    @Option(help: ArgumentHelp("A nonce of OpenID4VP; may be repeated.", valueName: "text"))
    var nonce: [String] = []

    @Option(
        help: ArgumentHelp("The thumbprint of an OpenID4VP encryption key; may be repeated.", valueName: "hex"), transform: HexArgument.parse)
    var keyThumbprint: [[UInt8]] = []

    @Option(help: ArgumentHelp("A transcript somebody wrote down; may be repeated.", valueName: "file"))
    var sessionTranscript: [String] = []

    @Option(help: ArgumentHelp("The reader's ephemeral private key, for a MAC: PEM, JWK or 32 bytes.", valueName: "file"))
    var readerKey: String?

    @Option(help: ArgumentHelp("A nonce of the in-app path; may be repeated.", valueName: "hex"), transform: HexArgument.parse)
    var inAppNonce: [[UInt8]] = []

    @Option(help: ArgumentHelp("Private key of the merchant's encryption certificate, in-app path.", valueName: "file"))
    var merchantKey: String?

    @Option(help: ArgumentHelp("The merchant identifier, in-app path.", valueName: "id"))
    var merchantId: String?

    @Option(help: ArgumentHelp("The developer team's identifier, in-app path.", valueName: "id"))
    var teamId: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        let given = [!inAppNonce.isEmpty, merchantKey != nil, merchantId != nil, teamId != nil]
        guard Set(given).count == 1 else {
            throw ValidationError("--in-app-nonce, --merchant-key, --merchant-id and --team-id belong together")
        }
    }

    func run() throws {
        let file = try InputFile(response, for: "--response")
        // A sealed answer is recognised later, with advice.
        let response = try (try? file.bytes("a DeviceResponse", member: "response")) ?? file.bytes("a DeviceResponse", member: "deviceResponse")
        let search: TranscriptSearch
        do {
            search = try TranscriptFinder.find(response, inputs: try inputs())
        } catch let error as TranscriptFinderError {
            throw CommandFailure(error.reason, at: self.response, mend: error.remedy)
        }
        if output.json { try Console.print(json: search) } else { try Console.print(text: search.text) }
        guard search.match != nil else { throw ExitCode.refused }
    }

    private func inputs() throws -> TranscriptInputs {
        var inputs = TranscriptInputs()
        let sessions = try session.map(SessionFile.read)
        inputs.origins = sessions.map(\.origin.serialized) + origin
        inputs.encryptionInfos = try sessions.map(\.encryptionInfo) + encryptionInfo.map(EncryptionInfoArgument.candidate)
        inputs.nonces = nonce
        inputs.keyThumbprints = keyThumbprint
        inputs.recorded = try sessionTranscript.map { path in
            let bytes = try InputFile(path, for: "--session-transcript").bytes("a SessionTranscript", member: "sessionTranscript")
            return TranscriptInputs.Recorded(name: path, bytes: bytes)
        }
        inputs.readerPrivateKey = try readerKey.map { try KeyFile.keyAgreementKey($0, for: "--reader-key") }
        if let merchantKey, let merchantId, let teamId {
            let key = try KeyFile.keyAgreementKey(merchantKey, for: "--merchant-key").publicKey.x963Representation
            inputs.inApp = inAppNonce.map {
                TranscriptInputs.InApp(
                    nonce: ByteSlice($0), merchantIdentifier: merchantId, teamIdentifier: teamId, recipientKey: ByteSlice([UInt8](key)))
            }
        }
        return inputs
    }
}
