import ArgumentParser
import DrivingAuthority
import Foundation
import ProviderCommands

/// `local-driving-authority apply`
struct ApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "apply", abstract: "Apply for a licence, with a new device key.")

    @Option(help: ArgumentHelp("Family name.", valueName: "name"))
    var familyName: String

    @Option(help: ArgumentHelp("Given names.", valueName: "name"))
    var givenName: String

    @Option(help: ArgumentHelp("Date of birth, such as 1994-04-18.", valueName: "date"))
    var birthDate: String

    @Option(help: ArgumentHelp("Vehicle category; may be repeated.", valueName: "code"))
    var category: [String] = ["B"]

    @Option(help: ArgumentHelp("A portrait, JPEG.", valueName: "file"))
    var portrait: String

    @OptionGroup var app: AppOptions

    func run() throws {
        guard let picture = FileManager.default.contents(atPath: portrait) else { throw ValidationError("cannot read \(portrait)") }
        let form = LicenceForm(familyName: familyName, givenName: givenName, birthDate: birthDate, categories: category, portrait: picture)
        let application = try app.openApp().apply(form, at: FolderOptions.now)
        print("Application \(application.id) waits for a reviewer.")
    }
}
