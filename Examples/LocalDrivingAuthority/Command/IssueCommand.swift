import ArgumentParser
import IdentityDocumentServices
import ProviderCommands

/// `local-driving-authority issue`
struct IssueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Prove possession of the device key, and take in the licence of an approved application.")

    @Argument(help: ArgumentHelp("The application's number.", valueName: "application"))
    var application: String

    @OptionGroup var app: AppOptions

    func run() async throws {
        let app = try app.openApp()
        let document = try await app.issue(application, at: FolderOptions.now)
        let registrations = IdentityDocumentProviderRegistrationStore()
        // One that was here already may be bound to an earlier PIN.
        print(DocumentLines.summary(document, owner: await registrations.currentEnrolment, at: FolderOptions.now))
        var fault: (any Error)?
        do { try await app.folder.register(in: registrations) } catch { fault = error }
        print("  " + DocumentLines.registration(fault))
    }
}
