import ArgumentParser
import Registrar

/// `mdoc registrar request show`
struct RegistrarRequestShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all that a request form says, for whoever reviews it.",
        discussion: "The screenshots are files below the registrar's folder. 'list' shows the brand and its domains.")

    @Argument(help: "Number of the form.")
    var form: Int

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let ledger = try options.folder().read()
        let filed: FiledForm
        do { filed = try ledger.form(form) } catch { throw error.failure }
        let output = RegistrarFormOutput(filed)
        guard !options.output.json else { return try Console.print(json: output) }
        try Console.print(output.page)
    }
}
