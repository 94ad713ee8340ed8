import ArgumentParser
import Registrar

/// `mdoc registrar request review`
struct RegistrarRequestReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Approve a request form of a brand whose domains are all proven, or refuse it with a reason.",
        discussion: "'request show' shows what it says.")

    @Argument(help: "Number of the form.")
    var form: Int

    @Option(help: ArgumentHelp("Refuse it: why. Without this it is approved.", valueName: "reason"))
    var refuse: String?

    @Option(
        help: ArgumentHelp("What is refused: domain, form or screenshot; default: form.", valueName: "part"),
        transform: { try ChoiceArgument.parse($0, among: Rejection.Part.ofForm) })
    var part: Rejection.Part?

    @OptionGroup var options: RegistrarOptions

    func validate() throws {
        // A part without a reason is a refusal that was not written to its end, and no approval.
        guard part == nil || refuse != nil else { throw ValidationError("--part needs --refuse") }
    }

    func run() throws {
        let moment = options.moment
        let part = part ?? .form
        try options.folder().change { (ledger) throws(RegistrarError) in
            if let refuse {
                try ledger.refuseForm(form, Rejection(part, reason: refuse), as: .operator, at: moment)
            } else {
                try ledger.approveForm(form, as: .operator, at: moment)
            }
        }
        try RegistrarReport(["form": "\(form)", "review": refuse == nil ? "approved" : "refused: \(part.rawValue)"]).present(options.output)
    }
}
