import ArgumentParser
import DocumentTrust
import IdentityElements
import MobileDocument
import Registrar

/// `mdoc registrar request file`
struct RegistrarRequestFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file", abstract: "File a request form.",
        discussion: """
            Example: mdoc registrar request file --brand rentals --subject age \\
                       --region UT --element age_over_21 \\
                       --purpose "To rent to adults only." \\
                       --privacy-policy https://rentals.example/privacy \\
                       --screenshot ask.png --registrar registrar

            What is restricted by law, such as a My Number, takes --legal-basis for each such element, and is not kept.
            """)

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @Option(help: ArgumentHelp("What is to be learnt: age or identity.", valueName: "subject"), transform: ChoiceArgument.parse)
    var subject: RequestForm.Subject

    @Option(help: ArgumentHelp("Country, two letters.", valueName: "code"))
    var region: String

    @Option(help: ArgumentHelp("What the data is for, one sentence.", valueName: "text"))
    var purpose: String

    @Option(name: .customLong("doc-type"), help: ArgumentHelp("Type of document.", valueName: "type"))
    var docType = DocType.mobileDrivingLicence.rawValue

    @Option(help: ArgumentHelp("Element wanted, such as age_over_21; may be repeated.", valueName: "name"), transform: ElementArgument.reference)
    var element: [ElementReference]

    @Option(
        help: ArgumentHelp("The law by which an element may be asked for that is restricted by law; may be repeated.", valueName: "name=law"),
        transform: LegalBasis.parse)
    var legalBasis: [LegalBasis] = []

    @Option(help: ArgumentHelp("Days the data is kept.", valueName: "days"))
    var retention = 0

    @Option(help: ArgumentHelp("Where the privacy policy is.", valueName: "url"))
    var privacyPolicy: String

    @Option(help: ArgumentHelp("Screenshot of the use; may be repeated.", valueName: "png"))
    var screenshot: [String]

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let allowed: AllowedElements
        do { allowed = try AllowedElements([DocType(rawValue: docType): Set(element)]) } catch {
            throw CommandFailure(error.description, mend: "change --element or --doc-type")
        }
        let pictures = try Screenshot.read(screenshot, for: "--screenshot")
        let moment = options.moment
        let folder = options.folder()
        let tables: ElementTables
        do {
            tables = try folder.tables()
            for picture in pictures { try folder.storage.keep(picture) }
        } catch { throw error.failure }
        let number = try folder.change { (ledger) throws(RegistrarError) in
            let form = try RequestForm(
                subject: subject, region: region, purpose: purpose, elements: allowed, legalBasis: legalBasis, retentionDays: retention,
                privacyPolicy: privacyPolicy, screenshots: pictures.map(\.digest))
            for picture in pictures { try ledger.add(picture, of: brand) }
            return try ledger.file(form, for: brand, tables: tables, at: moment)
        }
        try RegistrarReport(["form": "\(number)", "brand": brand, "review": Review.submitted.word]).present(options.output)
    }
}
