import ArgumentParser
import DocumentTrust
import RelyingParty

/// `mdoc open-envelope`
struct OpenEnvelopeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-envelope",
        abstract: "Decrypt, and with --verify verify, the envelope of an app's answer.",
        discussion: """
            Example: mdoc open-envelope --envelope envelope.cbor \\
                       --merchant-key merchant.key --nonce 964c3e56 \\
                       --merchant-id merchant.example --team-id TEAM \\
                       --verify --trust issuer/trust
            """)

    @Option(help: ArgumentHelp("The envelope, encryptedData of the app's document.", valueName: "file"))
    var envelope: String

    @Option(help: ArgumentHelp("Private key of the merchant's encryption certificate; may be repeated.", valueName: "file"))
    var merchantKey: [String]

    @Option(help: ArgumentHelp("The nonce the server issued.", valueName: "hex"), transform: HexArgument.parse)
    var nonce: [UInt8]

    @Option(help: ArgumentHelp("The merchant identifier.", valueName: "id"))
    var merchantId: String

    @Option(help: ArgumentHelp("The developer team's identifier.", valueName: "id"))
    var teamId: String

    @Flag(help: "Verify what is inside; needs --trust.")
    var verify = false

    @Option(help: ArgumentHelp("Issuing authorities: a trust store, a folder of PEM files, or one certificate.", valueName: "dir"))
    var trust: String?

    @Option(help: ArgumentHelp("Where to write the plaintext, for its owner alone.", valueName: "file"))
    var out: String?

    @OptionGroup var rules: RuleOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var masks: MaskOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard verify == (trust != nil) else { throw ValidationError("--verify and --trust belong together") }
        guard !verify || out == nil else { throw ValidationError("--out writes the unverified plaintext, so leave out --verify") }
    }

    func run() throws {
        if let out { try OutputFile(out).check(apartFrom: merchantKey + [envelope]) }
        let keys = try merchantKey.map { try KeyFile.keyAgreementKey($0, for: "--merchant-key") }
        let bytes = try InputFile(envelope, for: "--envelope").item("an envelope", member: "encryptedData")
        let session: InAppSession
        do { session = try InAppSession(nonce: nonce, merchantIdentifier: merchantId, teamIdentifier: teamId, merchantKeys: keys) } catch {
            throw CommandFailure(error.description, mend: "give the nonce the server issued, in hex")
        }
        if let trust {
            let moment = time.moment
            let result = try rules.verifier(trusting: trust, .development, at: moment).verify(envelope: bytes, for: session, at: moment)
            return try VerificationSummary(result).present(output, masks, at: moment)
        }
        let plaintext: [UInt8]
        do {
            plaintext = try ResponseOpener.open(envelope: bytes, for: session)
        } catch let fault as InAppEnvelopeFault {
            try Unsealed.presentRefusal(fault.check, fault.description, output)
            throw ExitCode.refused
        }
        try Unsealed(name: "plaintext", bytes: plaintext).present(output, out: out)
    }
}
