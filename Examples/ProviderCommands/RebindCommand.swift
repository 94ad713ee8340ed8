package import ArgumentParser
import IdentityDocumentServices

/// Binds a document to the owner's PIN or passkey of now.
package struct RebindCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "rebind", abstract: "Bind a document to the owner's present PIN or passkey, after its issuer has looked at the person again.")

    @Argument(help: ArgumentHelp("The document, as `list` names it.", valueName: "document"))
    var document: String

    @Option(help: ArgumentHelp("Who made sure that it is the same person.", valueName: "name"))
    var reviewer: String

    @OptionGroup var options: FolderOptions

    package init() {}

    package func run() async throws {
        let registrations = IdentityDocumentProviderRegistrationStore()
        guard let document = try await options.open().rebind(document, reviewer: reviewer, in: registrations, at: FolderOptions.now) else {
            throw ValidationError("the machine's owner has no PIN or passkey yet; enrol one in the wallet's settings")
        }
        print(DocumentLines.summary(document))
    }
}
