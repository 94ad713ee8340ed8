import ArgumentParser
import IssuingAuthority
import MobileDocument

/// `mdoc reader init`
struct ReaderInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a reader authority and a reader certificate for a website.",
        discussion: """
            Example: mdoc reader init --out reader --domain rentals.example \\
                       --organization "Spaceship Rentals"

                     mdoc reader init --out reader --domain localhost \\
                       --organization "Spaceship Rentals" --icon brand.png \\
                       --element family_name --element portrait

            The second is a registered reader, as a registrar makes them (mdoc registrar): for wallets that answer no others.

            Writes reader-ca.pem, reader.pem, their keys, and trust/ for --reader-trust. Existing files are never \
            replaced.
            """)

    @Option(help: ArgumentHelp("Folder to make.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("Domain that asks; may be repeated.", valueName: "name"))
    var domain: [String]

    @Option(help: ArgumentHelp("Who asks.", valueName: "name"))
    var organization: String?

    @Option(help: ArgumentHelp("What the authority that vouches for it is called.", valueName: "name"))
    var authority = "mdoc test reader authority"

    @Option(help: ArgumentHelp("Country, two letters.", valueName: "code"))
    var country = "UT"

    @Option(help: ArgumentHelp("Where the authority's revocation list is published.", valueName: "uri"))
    var crl: String?

    @Option(help: ArgumentHelp("Curve of the keys.", valueName: "curve"))
    var curve: CurveName = .p256

    @Option(
        name: .customLong("at"), help: ArgumentHelp("The day the certificates begin; default: today.", valueName: "time"),
        transform: MomentOptions.parse)
    var begin: Instant?

    @OptionGroup var registration: RegistrationOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        let begin = CalendarDate(begin ?? MomentOptions.now).startOfDay
        let authority: ReaderAuthority
        let name: AuthorityName
        var reader: CertifiedKey
        do {
            authority = try ReaderAuthority.make(
                name: AuthorityName(country: country, commonName: self.authority), curve: curve.curve, notBefore: begin)
            name = try AuthorityName(country: country, organization: organization, commonName: domain[0])
            reader = try authority.issueReaderCertificate(
                name: name, curve: curve.curve, notBefore: begin, domains: domain, crlDistributionPoint: crl)
        } catch {
            throw error.failure(
                mend: "see 'mdoc reader init --help'",
                options: [
                    .nameCountry: "--country", .nameOrganization: "--organization", .nameCommonName: "--authority or --domain", .domain: "--domain",
                    .crlDistributionPoint: "--crl",
                ])
        }
        reader = try registration.register(reader, name, domains: domain, revocationList: crl, at: begin, by: authority)
        let made = MadeAuthority(
            authority: authority.identity, authorityName: Identity.readerAuthority, identity: reader, identityName: Identity.reader)
        // Once everything is made: a command that is refused leaves no folder behind.
        var folder = try OutputFolder(out, for: MadeAuthority.files(authority: Identity.readerAuthority, identity: Identity.reader))
        try made.write(to: &folder)
        try made.present(folder, output)
    }
}
