import ArgumentParser
import Registrar

/// `mdoc registrar domain challenge`
struct RegistrarDomainChallengeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenge", abstract: "Say what the owner of a domain must publish.",
        discussion: """
            Example: mdoc registrar domain challenge rentals.example \\
                       --brand rentals --registrar registrar
            """)

    @Argument(help: "The domain.")
    var domain: String

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let moment = options.moment
        let challenges = try options.folder().change { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.challenge([domain], of: brand, at: moment, using: &generator)
        }
        for challenge in challenges {
            try RegistrarReport([
                "domain": challenge.domain, "record": challenge.recordName, "url": challenge.fileURL, "value": challenge.value,
                "until": challenge.expiresAt.description,
            ]).present(options.output)
        }
    }
}
