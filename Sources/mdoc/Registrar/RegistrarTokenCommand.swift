import ArgumentParser
import Registrar

/// `mdoc registrar token`
struct RegistrarTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make a token for the HTTP service; the one before it counts no longer.",
        discussion: "Example: mdoc registrar token --reviewer ada --registrar registrar")

    @Option(help: ArgumentHelp("Name of a reviewer: letters, digits, dashes.", valueName: "name"))
    var reviewer: String?

    @Option(help: ArgumentHelp("Identifier of a brand, for the holder of its account.", valueName: "id"))
    var brand: String?

    @Option(help: ArgumentHelp("Name of a developer of the brand's account: letters, digits, dashes.", valueName: "name"))
    var developer: String?

    @OptionGroup var options: RegistrarOptions

    func validate() throws {
        guard (reviewer == nil) != (brand == nil), developer == nil || brand != nil else {
            throw ValidationError("give --reviewer, or --brand with or without --developer")
        }
    }

    func run() throws {
        let moment = options.moment
        let holder = reviewer.map(TokenHolder.reviewer) ?? developer.map { .developer($0, brand: brand ?? "") } ?? .applicant(brand ?? "")
        let token = try options.folder().change { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.issueToken(to: holder, at: moment, using: &generator)
        }
        let report =
            switch holder {
            case .reviewer(let name): RegistrarReport(["reviewer": name, "token": token.text])
            case .applicant(let brand): RegistrarReport(["brand": brand, "token": token.text])
            case .developer(let name, let brand): RegistrarReport(["brand": brand, "developer": name, "token": token.text])
            }
        try report.present(options.output)
    }
}
