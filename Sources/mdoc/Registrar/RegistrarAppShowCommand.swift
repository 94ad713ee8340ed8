import ArgumentParser
import Registrar

/// `mdoc registrar app show`
struct RegistrarAppShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all that an application for an app says, for whoever reviews it.",
        discussion: "The screenshots are files below the registrar's folder. 'list' shows the brand and its domains.")

    @Argument(help: "Number of the application.")
    var application: Int

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let ledger = try options.folder().read()
        let filed: FiledApplication
        do { filed = try ledger.application(application) } catch { throw error.failure }
        let output = RegistrarAppOutput(filed)
        guard !options.output.json else { return try Console.print(json: output) }
        try Console.print(output.page)
    }
}
