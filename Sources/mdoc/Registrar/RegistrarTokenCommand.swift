import ArgumentParser
import Registrar

/// `mdoc registrar token`
struct RegistrarTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make a token for the HTTP service; the one before it counts no longer.",
        discussion: "Example: mdoc registrar token --reviewer ada --registrar registrar")

    @Option(help: ArgumentHelp("Name of a reviewer: letters, digits, dashes.", valueName: "name"))
    var reviewer: String?

    @Option(help: ArgumentHelp("Identifier of a brand, for its applicant.", valueName: "id"))
    var brand: String?

    @OptionGroup var options: RegistrarOptions

    func validate() throws {
        guard (reviewer == nil) != (brand == nil) else { throw ValidationError("give --reviewer or --brand") }
    }

    func run() throws {
        let moment = options.moment
        let holder = reviewer.map(TokenHolder.reviewer) ?? .applicant(brand ?? "")
        let token = try options.folder().change { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.issueToken(to: holder, at: moment, using: &generator)
        }
        try RegistrarReport([reviewer == nil ? "brand" : "reviewer": reviewer ?? brand ?? "", "token": token.text]).present(options.output)
    }
}
