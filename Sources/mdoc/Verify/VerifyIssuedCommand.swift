import ArgumentParser
import MobileDocument

/// `mdoc verify-issued`
struct VerifyIssuedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-issued",
        abstract: "Verify a document as issued: what a wallet checks when it receives one.",
        discussion: """
            Example: mdoc verify-issued --issuer-signed licence.mdoc \\
                       --doc-type org.iso.18013.5.1.mDL --trust issuer/trust
            """)

    @Option(help: ArgumentHelp("The IssuerSigned structure.", valueName: "file"))
    var issuerSigned: String

    @Option(help: ArgumentHelp("The type it was issued as.", valueName: "type"))
    var docType: String

    @OptionGroup var verification: VerificationOptions
    @OptionGroup var mode: ModeOptions
    @OptionGroup var masks: MaskOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let issued = try verification.issuedDocumentVerification(mode.chosen)
        let bytes = try InputFile(issuerSigned, for: "--issuer-signed").item("an IssuerSigned", member: "issuerSigned")
        let moment = verification.time.moment
        try VerificationSummary(issued.verify(bytes, docType: DocType(rawValue: docType), at: moment)).present(output, masks, at: moment)
    }
}
