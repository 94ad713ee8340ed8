import ArgumentParser
import Registrar

/// `mdoc registrar domain confirm`
struct RegistrarDomainConfirmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Prove a domain by what a resolver saw in its TXT record.",
        discussion: "The program asks no resolver itself: --txt is what 'dig +short TXT' gave, without the quotation marks.")

    @Argument(help: "The domain.")
    var domain: String

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @Option(help: ArgumentHelp("Text of a TXT record; may be repeated.", valueName: "value"))
    var txt: [String]

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let moment = options.moment
        let proof = try options.folder().change { (ledger) throws(RegistrarError) in
            try ledger.confirm(domain, of: brand, texts: txt, at: moment)
            return ledger.brands[brand]?.domains[domain.lowercased()]
        }
        try RegistrarReport(["domain": domain.lowercased(), "proven until": proof?.validUntil?.description ?? ""]).present(options.output)
    }
}
