import ArgumentParser
import Registrar

/// `mdoc registrar domain remove`
struct RegistrarDomainRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a domain from a brand, proven or not.",
        discussion: """
            Example: mdoc registrar domain remove www.rentals.example \\
                       --brand rentals --registrar registrar

            Certificates that are out go on naming it: withdraw those with 'mdoc registrar revoke'. \
            The brand stays under the registrable domain it has proven.
            """)

    @Argument(help: "The domain.")
    var domain: String

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let moment = options.moment
        try options.folder().change { (ledger) throws(RegistrarError) in
            try ledger.removeDomain(domain, of: brand, as: .operator, at: moment)
        }
        try RegistrarReport(["brand": brand, "removed": domain.lowercased()]).present(options.output)
    }
}
