import ArgumentParser
import IssuingAuthority
import MobileDocument

/// `mdoc issuer init`
struct IssuerInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make an issuing authority: its root and a document signer.",
        discussion: """
            Example: mdoc issuer init --out issuer --country UT --name "Utopia IACA"

            Writes iaca.pem, signer.pem, their keys, trust/ for --trust, and crl.json for 'mdoc issuer crl'. Existing \
            files are never replaced.
            """)

    @Option(help: ArgumentHelp("Folder to make.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("Country, two letters.", valueName: "code"))
    var country = "UT"

    @Option(help: ArgumentHelp("State or province.", valueName: "name"))
    var state: String?

    @Option(help: ArgumentHelp("The authority's organization.", valueName: "name"))
    var organization: String?

    @Option(help: ArgumentHelp("Common name of the root.", valueName: "name"))
    var name = "mdoc test IACA"

    @Option(help: ArgumentHelp("How to reach the authority: URI or mailbox.", valueName: "contact"))
    var contact = "https://authority.example"

    @Option(help: ArgumentHelp("Where its revocation list is published.", valueName: "uri"))
    var crl = "https://authority.example/iaca.crl"

    @Option(help: ArgumentHelp("Curve of the keys.", valueName: "curve"))
    var curve: CurveName = .p256

    @Option(help: ArgumentHelp("Years of validity of the root, 1 to 20.", valueName: "years"))
    var years = 9

    @Option(
        name: .customLong("at"), help: ArgumentHelp("The day the certificates begin; default: today.", valueName: "time"),
        transform: MomentOptions.parse)
    var begin: Instant?

    @OptionGroup var output: OutputOptions

    func run() throws {
        // From midnight on, so that documents dated to the same midnight are within it.
        let begin = CalendarDate(begin ?? MomentOptions.now).startOfDay
        let alternative: AlternativeName = contact.contains(":") ? .uri(contact) : .email(contact)
        let made: MadeAuthority
        do {
            let root = try IssuerRoot(
                identity: IssuingAuthorityCertificate.make(
                    name: AuthorityName(country: country, stateOrProvince: state, organization: organization, commonName: name), curve: curve.curve,
                    notBefore: begin, years: years, contact: alternative, crlDistributionPoint: crl))
            let signer = try root.issueDocumentSigner(
                curve: curve.curve, notBefore: begin, days: years == 1 ? 365 : 397, contact: alternative, crlDistributionPoint: crl)
            made = MadeAuthority(
                authority: root.identity, authorityName: Identity.issuerRoot, identity: signer, identityName: Identity.documentSigner)
        } catch {
            throw error.failure(mend: "see 'mdoc issuer init --help'")
        }
        // Once everything is made: a command that is refused leaves no folder behind.
        let files = MadeAuthority.files(authority: Identity.issuerRoot, identity: Identity.documentSigner) + [IssuerFolder.recordFile]
        var folder = try OutputFolder(out, for: files)
        try made.write(to: &folder)
        try folder.create(IssuerFolder.recordFile, text: Console.json(WithdrawnCertificates()))
        try made.present(folder, output)
    }
}
