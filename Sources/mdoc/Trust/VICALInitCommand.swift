import ArgumentParser
import IssuingAuthority
import MobileDocument

/// `mdoc vical init`
struct VICALInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a provider of lists: its root and a list signer.",
        discussion: """
            Example: mdoc vical init --out lists --organization "Utopia Lists"

            Writes list-root.pem, list-signer.pem, their keys, and trust/. Existing files are never replaced.
            """)

    @Option(help: ArgumentHelp("Folder to make.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("Who publishes lists.", valueName: "name"))
    var organization: String

    @Option(help: ArgumentHelp("Country, two letters.", valueName: "code"))
    var country = "UT"

    @Option(
        name: .customLong("at"), help: ArgumentHelp("The day the certificates begin; default: today.", valueName: "time"),
        transform: MomentOptions.parse)
    var begin: Instant?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let begin = CalendarDate(begin ?? MomentOptions.now).startOfDay
        let made: MadeAuthority
        do {
            let root = try ListProviderRoot.make(
                name: AuthorityName(country: country, organization: organization, commonName: "mdoc test list root"), notBefore: begin)
            let signer = try root.issueVICALSigner(
                name: AuthorityName(country: country, organization: organization, commonName: "mdoc test list signer"), notBefore: begin)
            made = MadeAuthority(authority: root.identity, authorityName: Identity.listRoot, identity: signer, identityName: Identity.listSigner)
        } catch {
            throw error.failure(mend: "see 'mdoc vical init --help'")
        }
        // Once everything is made: a command that is refused leaves no folder behind.
        var folder = try OutputFolder(out, for: MadeAuthority.files(authority: Identity.listRoot, identity: Identity.listSigner))
        try made.write(to: &folder)
        try made.present(folder, output)
    }
}
