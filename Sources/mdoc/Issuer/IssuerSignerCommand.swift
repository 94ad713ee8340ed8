import ArgumentParser
import IssuingAuthority
import MobileDocument

/// `mdoc issuer signer`
struct IssuerSignerCommand: ParsableCommand {
    private struct Output: Encodable {
        let certificate: String
        let subject: String
        let notBefore: String
        let notAfter: String
        let former: String?
    }

    static let configuration = CommandConfiguration(
        commandName: "signer",
        abstract: "Make a new document signer, which takes the place of the one before.",
        discussion: """
            Example: mdoc issuer signer --issuer issuer

            The certificate of the one before stays, named by its serial number, so that 'mdoc issuer crl' can withdraw \
            it; its key does not. What it signed is valid until then.
            """)

    @Option(help: ArgumentHelp("Folder of the issuing authority.", valueName: "dir"))
    var issuer: String

    @Flag(help: "Make a new signer of status lists instead.")
    var status = false

    @Option(
        name: .customLong("at"), help: ArgumentHelp("The day the certificate begins; default: today.", valueName: "time"),
        transform: MomentOptions.parse)
    var begin: Instant?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let folder = try IssuerFolder(issuer)
        let signed: IssuerFolder.Signer = status ? .statusLists : .documents
        let (signer, former) = try folder.locked {
            let signer = try folder.makeSigner(of: signed, from: begin ?? MomentOptions.now)
            return (signer, try folder.replaceSigner(of: signed, with: signer))
        }
        let file = folder.file(Identity.certificateFile(signed.name))
        guard !output.json else {
            return try Console.print(
                json: Output(
                    certificate: file, subject: "\(signer.certificate.subject)", notBefore: signer.notBefore.description,
                    notAfter: signer.notAfter.description, former: former))
        }
        var page = Page()
        page.line("\(signer.certificate.subject)", .bold)
        page.entry("file", labelStyle: .faint, file, width: 6)
        page.entry("valid", labelStyle: .faint, "\(signer.notBefore) to \(signer.notAfter)", width: 6)
        if let former { page.entry("before", labelStyle: .faint, former, width: 6) }
        try Console.print(page)
    }
}
