import ArgumentParser
import Registrar

/// `mdoc registrar app review`
struct RegistrarAppReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Approve an application for an app, or refuse it with a reason; whole, or one part of it.",
        discussion: """
            'app show' shows what it says. To refuse what was approved takes the approval back, and withdraws every grant and certificate that \
            rests on it.
            """)

    @Argument(help: "Number of the application.")
    var application: Int

    @Option(help: ArgumentHelp("elements, merchants, legalBasis or category; without it all that wait.", valueName: "part"), transform: ChoiceArgument.parse)
    var part: ApplicationPart?

    @Option(help: ArgumentHelp("Refuse it: why. Without this it is approved.", valueName: "reason"))
    var refuse: String?

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let moment = options.moment
        let filed = try options.folder().change { (ledger) throws(RegistrarError) in
            if let refuse {
                try ledger.refuseApplication(application, part, reason: refuse, as: .operator, at: moment)
            } else {
                try ledger.approveApplication(application, part, as: .operator, at: moment)
            }
            return try ledger.application(application)
        }
        let reviews = filed.application.parts.compactMap { part in filed.reviews[part].map { "\(part.rawValue) \($0.word)" } }
        try RegistrarReport(["application": "\(application)", "review": reviews.joined(separator: ", ")]).present(options.output)
    }
}
