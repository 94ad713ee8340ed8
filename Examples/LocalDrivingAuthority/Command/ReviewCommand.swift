import ArgumentParser
import ProviderCommands

/// `local-driving-authority review`
struct ReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "At the office: decide about an application, or list all of them.")

    @Argument(help: ArgumentHelp("The application's number; without it all are listed.", valueName: "application"))
    var application: String?

    @Flag(inversion: .prefixedNo, help: "The person is who the application says, and may have the licence.")
    var approve: Bool?

    @Option(help: ArgumentHelp("Who decides.", valueName: "name"))
    var reviewer: String?

    @OptionGroup var app: AppOptions

    func run() throws {
        let office = try app.openOffice()
        guard let application else {
            for application in try office.applications() { print("\(application.id)  \(application.state)") }
            return
        }
        guard let approve, let reviewer else { throw ValidationError("give --approve or --no-approve, and --reviewer") }
        try office.decide(application, approved: approve, reviewer: reviewer, at: FolderOptions.now)
        print("Application \(application) is \(approve ? "approved" : "rejected").")
    }
}
