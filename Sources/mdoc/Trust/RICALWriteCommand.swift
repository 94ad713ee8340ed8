import ArgumentParser
import DocumentTrust
import IssuingAuthority
import MobileDocument

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

    @Option(help: ArgumentHelp("Folder with list-signer.pem and its key.", valueName: "dir"))
    var signer: String

    @Option(help: ArgumentHelp("Name of the provider.", valueName: "name"))
    var provider: String

    @Option(help: ArgumentHelp("Number of this issue, higher with each.", valueName: "number"))
    var issue: UInt64?

    @Option(help: ArgumentHelp("When the next issue is due.", valueName: "time"), transform: MomentOptions.parse)
    var nextUpdate: Instant?

    @Option(help: ArgumentHelp("The last moment at which the list may be used.", valueName: "time"), transform: MomentOptions.parse)
    var notAfter: Instant?

    @Option(help: ArgumentHelp("Where the newest list is to be had.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("Where to write the list.", valueName: "file"))
    var out: String

    @OptionGroup var time: MomentOptions

    func run() throws {
        let signer = try Identity.read(signer, name: Identity.listSigner, for: "--signer")
        let draft = RICALDraft(
            provider: provider, issueID: issue, date: time.moment, nextUpdate: nextUpdate, notAfter: notAfter, url: url,
            entries: try certificates.map { .init(try CertificateFile.read($0, for: "rical write")) })
        do {
            try OutputFile(out).write(binary: try RICALSigner(signer).sign(draft))
        } catch let error as IssuingError {
            throw error.failure(mend: "see 'mdoc rical write --help'")
        }
    }
}
