import ArgumentParser
import IssuingAuthority
import MobileDocument
import Registrar

/// `mdoc registrar init`
struct RegistrarInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a registrar with a root of its own.",
        discussion: """
            Example: mdoc registrar init --registrar registrar \\
                       --crl https://registrar.example/readers.crl
            """)

    @OptionGroup var options: RegistrarOptions

    @Option(help: ArgumentHelp("Common name of the root.", valueName: "name"))
    var name = "mdoc test registrar"

    @Option(help: ArgumentHelp("Country, two letters.", valueName: "code"))
    var country = "UT"

    @Option(help: ArgumentHelp("Where its revocation lists are published.", valueName: "uri"))
    var crl = "https://registrar.example/readers.crl"

    @Option(help: ArgumentHelp("Curve of its key.", valueName: "curve"))
    var curve: CurveName = .p256

    func run() throws {
        let certificate = Identity.certificateFile(RegistrarFolder.authorityName)
        let key = Identity.keyFile(RegistrarFolder.authorityName)
        let trust = "\(MadeAuthority.trustFolder)/\(certificate)"
        let authority: ReaderAuthority
        let today = CalendarDate(options.moment).startOfDay
        do {
            authority = try ReaderAuthority.make(name: AuthorityName(country: country, commonName: name), curve: curve.curve, notBefore: today)
            // Every certificate carries the address: a wrong one would show with the first, when it cannot be changed any more.
            _ = try authority.issueReaderCertificate(
                name: AuthorityName(country: country, organization: "trial", commonName: "trial"), notBefore: today, crlDistributionPoint: crl)
        } catch { throw error.failure(mend: "see 'mdoc registrar init --help'") }
        // Once everything is made: a command that is refused leaves no folder behind.
        var folder = try OutputFolder(options.registrar, for: [certificate, key, trust, RegistrarFolder.ledgerName], option: "--registrar")
        try folder.create(key, text: authority.identity.privateKeyPEM, isSecret: true)
        try folder.create(certificate, text: authority.identity.certificatePEM)
        try folder.create(trust, text: authority.identity.certificatePEM)
        do { try options.folder().begin(RegistrarLedger(crlDistributionPoint: crl)) } catch {
            folder.takeBack()
            throw error
        }
        try RegistrarReport(["authority": "\(authority.identity.certificate.subject)", "trust": folder.path(MadeAuthority.trustFolder), "crl": crl])
            .present(options.output)
    }
}
