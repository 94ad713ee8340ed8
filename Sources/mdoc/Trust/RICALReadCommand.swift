import ArgumentParser
import DocumentTrust

/// `mdoc rical read`
struct RICALReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Verify a list and show whom it names.",
        discussion: """
            Example: mdoc rical read rical.cbor --root provider-root.pem

            A list that does not verify shows no entry.
            """)

    @Argument(help: ArgumentHelp("The list.", valueName: "file"))
    var list: String

    @Option(help: ArgumentHelp("Root of the list's provider: a certificate, or a folder of PEM files.", valueName: "pem"))
    var root: String

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let moment = time.moment
        let authorities = TrustListAuthorities(try TrustSource.anchors(root, for: "--root"))
        let result = RICALVerification.verify(try RICALFile.read(list), authorities: authorities, at: moment)
        try TrustListSummary(result).print(output, at: moment)
        if case .refused = result { throw ExitCode.refused }
    }
}
