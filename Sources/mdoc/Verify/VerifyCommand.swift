import ArgumentParser
import RelyingParty

/// `mdoc verify`
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Open and verify the answer to a request.",
        discussion: """
            Example: mdoc verify --session session.json --response response.json \\
                       --trust issuer/trust

            Exits 0 when verified, 1 when refused, 3 for a simulator's mock data.
            """)

    @Option(help: ArgumentHelp("The session that was kept when the request was made.", valueName: "file"))
    var session: String

    @Option(help: ArgumentHelp("What the page received: its JSON, or the sealed answer alone.", valueName: "file"))
    var response: String

    @OptionGroup var verification: VerificationOptions
    @OptionGroup var mode: ModeOptions
    @OptionGroup var masks: MaskOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let verifier = try verification.verifier(mode.chosen)
        let session = try SessionFile.read(session)
        let response = try ResponseFile.read(response)
        let moment = verification.time.moment
        let result = verifier.verify(response, for: ClaimedSession(claimed: session), at: moment)
        try VerificationSummary(result).present(output, masks, at: moment)
    }
}
