import ArgumentParser
import Registrar

/// `mdoc registrar brand review`
struct RegistrarBrandReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Approve a brand, or refuse it with a reason.")

    @Argument(help: "Identifier of the brand.")
    var brand: String

    @Option(help: ArgumentHelp("Refuse it: why. Without this it is approved.", valueName: "reason"))
    var refuse: String?

    @Option(help: ArgumentHelp("Which submission was looked at; 'list' numbers those after the first.", valueName: "number"))
    var submission = 1

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let moment = options.moment
        try options.folder().change { (ledger) throws(RegistrarError) in
            if let refuse {
                try ledger.refuseBrand(brand, Rejection(.brand, reason: refuse), submission: submission, as: .operator, at: moment)
            } else {
                try ledger.approveBrand(brand, submission: submission, as: .operator, at: moment)
            }
        }
        try RegistrarReport(["brand": brand, "review": refuse == nil ? "approved" : "refused"]).present(options.output)
    }
}
