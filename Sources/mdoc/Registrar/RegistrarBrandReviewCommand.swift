import ArgumentParser
import Registrar

/// `mdoc registrar brand review`
struct RegistrarBrandReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Approve a brand that has proven a domain, or refuse it with a reason.",
        discussion: """
            Example: mdoc registrar list --registrar registrar
                     mdoc registrar brand icon rentals --out icon.png \\
                       --registrar registrar
                     mdoc registrar brand review rentals --icon icon.png \\
                       --registrar registrar

            'list' shows which domains are proven. An approval is of the icon that was looked at, and of no other.
            """)

    @Argument(help: "Identifier of the brand.")
    var brand: String

    @Option(help: ArgumentHelp("Approve it: the icon that was looked at.", valueName: "file"))
    var icon: String?

    @Option(help: ArgumentHelp("Refuse it: why.", valueName: "reason"))
    var refuse: String?

    @Option(help: ArgumentHelp("Which submission was looked at; 'list' numbers those after the first.", valueName: "number"))
    var submission = 1

    @OptionGroup var options: RegistrarOptions

    func validate() throws {
        guard (icon == nil) != (refuse == nil) else {
            throw ValidationError("give --icon, the icon that was looked at, to approve the brand, or --refuse")
        }
    }

    func run() throws {
        let moment = options.moment
        let digest = try icon.map { try FileDigest(of: $0, for: "--icon").text }
        try options.folder().change { (ledger) throws(RegistrarError) in
            if let digest {
                try ledger.approveBrand(brand, submission: submission, iconDigest: digest, as: .operator, at: moment)
            } else {
                try ledger.refuseBrand(brand, Rejection(.brand, reason: refuse ?? ""), submission: submission, as: .operator, at: moment)
            }
        }
        try RegistrarReport(["brand": brand, "review": digest == nil ? "refused" : "approved"]).present(options.output)
    }
}
