import ArgumentParser
import Registrar

/// `mdoc registrar app grant`
struct RegistrarAppGrantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Sign the grant of one build of an approved app.",
        discussion: """
            Example: mdoc registrar app grant 1 --brand rentals \\
                       --executable .build/release/rentals --out rentals.grant \\
                       --registrar registrar

            'mdoc registrar list --json' gives a grant once more, as "grant".
            """)

    @Argument(help: "Number of the application.")
    var application: Int

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @Option(help: ArgumentHelp("The app's executable.", valueName: "file"))
    var executable: String

    @Option(help: ArgumentHelp("Where the grant goes.", valueName: "file"))
    var out: String

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let folder = options.folder()
        let authority = try folder.signer()
        let digest = try FileDigest(of: executable, for: "--executable")
        let moment = options.moment
        let file = OutputFile(out)
        try folder.kept.check(file)
        try file.check(apartFrom: [executable])
        try file.checkBeforehand()
        let grant = try folder.change { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.grant(application, of: brand, executable: digest.text, by: authority, as: .operator, at: moment, using: &generator)
        }
        try file.write(text: grant.token + "\n")
        guard !file.isStandardOutput else { return }
        try RegistrarReport([
            "grant": out, "app": grant.client, "serial": grant.serialNumber, "executable": grant.executable, "from": grant.notBefore.description,
            "until": grant.notAfter.description,
        ]).present(options.output)
    }
}
