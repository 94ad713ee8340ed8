import ArgumentParser
import IssuingAuthority

/// `mdoc rical write`
struct RICALWriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Sign a list of readers' authorities.",
        discussion: """
            Example: mdoc rical write reader/reader-ca.pem --signer lists \\
                       --provider Utopia --issue 1 --out rical.cbor

            A provider made by 'mdoc vical init' signs both kinds of list. A root is listed as a trust anchor, any other \
            authority as one below.
            """)

    @Argument(help: ArgumentHelp("Certificates of readers' authorities.", valueName: "file"))
    var certificates: [String]

    @OptionGroup var list: ListWritingOptions

    func run() throws {
        let draft = RICALDraft(
            provider: list.provider, issueID: list.issue, date: list.time.moment, nextUpdate: list.nextUpdate, notAfter: list.notAfter, url: list.url,
            entries: try certificates.map { .init(try CertificateFile.read($0, for: "rical write")) })
        try list.write("rical write", of: certificates) { try RICALSigner($0).sign(draft) }
    }
}
