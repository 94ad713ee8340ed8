import ArgumentParser
import IdentityElements
import Registrar

/// `mdoc registrar issue`
struct RegistrarIssueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Give out a certificate for a signing request: a reader's, or a merchant's to whose key answers to apps are sealed.",
        discussion: """
            Example: name="/C=UT/L=Port City/O=Rentals/CN=rentals.example"
                     openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 \\
                       -nodes -keyout key.pem -out request.pem \\
                       -subj "$name/emailAddress=a@rentals.example"
                     mdoc registrar issue --brand rentals --form 1 --csr request.pem \\
                       --name rentals-2026 --out reader.pem --registrar registrar
                     mdoc registrar issue --brand rentals --merchant example.rentals \\
                       --csr request.pem --name sealing-2026 --out sealing.pem \\
                       --registrar registrar

            'mdoc registrar list --json' gives a certificate once more, as "certificate".
            """)

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @Option(help: ArgumentHelp("Number of the approved form.", valueName: "number"))
    var form: Int?

    @Option(help: ArgumentHelp("Identifier of the merchant, for a key that answers are sealed to.", valueName: "id"))
    var merchant: String?

    @Option(help: ArgumentHelp("The signing request in PEM.", valueName: "file"))
    var csr: String

    @Option(help: ArgumentHelp("Name of the certificate within the brand: letters, digits, dashes.", valueName: "name"))
    var name: String

    @Flag(help: "Renew the brand's certificate of that name, for its use.")
    var renew = false

    @Option(help: ArgumentHelp("Where the certificate goes.", valueName: "file"))
    var out: String

    @OptionGroup var options: RegistrarOptions

    func validate() throws {
        guard renew ? (form, merchant) == (nil, nil) : (form == nil) != (merchant == nil) else {
            throw ValidationError("give --form or --merchant for a new certificate, or --renew for the successor of one")
        }
    }

    func run() throws {
        let folder = options.folder()
        let authority = try folder.signer()
        let text = try InputFile(csr, for: "--csr").text ?? ""
        let moment = options.moment
        let file = OutputFile(out)
        try folder.kept.check(file)
        try file.check(apartFrom: [csr])
        try file.checkBeforehand()
        let tables: ElementTables
        do { tables = try folder.tables() } catch { throw error.failure }
        let issued = try folder.change { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            let request = try SigningRequest(pem: text)
            if let merchant {
                return try ledger.issue(request, name: name, for: brand, merchant: merchant, by: authority, as: .operator, at: moment, using: &generator)
            }
            guard let form else {
                return try ledger.renew(name, of: brand, with: request, by: authority, tables: tables, as: .operator, at: moment, using: &generator)
            }
            return try ledger.issue(
                request, name: name, for: brand, form: form, by: authority, tables: tables, as: .operator, at: moment, using: &generator)
        }
        try file.write(text: issued.pem)
        guard !file.isStandardOutput else { return }
        try RegistrarReport([
            "certificate": out, "name": issued.name, "serial": issued.serialNumber, "domains": issued.domains.joined(separator: " "),
            "from": issued.notBefore.description, "until": issued.notAfter.description,
        ]).present(options.output)
    }
}
