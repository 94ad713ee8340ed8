import ArgumentParser
import DocumentTrust

/// `mdoc vical read`
struct VICALReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Verify a list and show whom it names.",
        discussion: """
            Example: mdoc vical read vical.cbor --root provider-root.pem

            A list that does not verify shows no entry.
            """)

    @Argument(help: ArgumentHelp("The list.", valueName: "file"))
    var list: String

    @Option(help: ArgumentHelp("Root of the list's provider: a certificate, or a folder of PEM files.", valueName: "pem"))
    var root: String

    @OptionGroup var revocation: RevocationListOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let moment = time.moment
        let anchors = try TrustSource.anchors(root, for: "--root")
        let authorities = TrustListAuthorities(anchors, revocationLists: try revocation.lists(of: anchors))
        let result = VICALVerification.verify(try VICALFile.read(list), authorities: authorities, at: moment)
        try TrustListSummary(result).print(output, at: moment)
        if case .refused = result { throw ExitCode.refused }
    }
}
