package import ArgumentParser
import IdentityDocumentServices
import ProviderDocuments

/// Removes one document.
package struct RemoveCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a document, its device key and its registration.")

    @Argument(help: ArgumentHelp("The document, as `list` names it.", valueName: "document"))
    var document: String

    @OptionGroup var options: FolderOptions

    package init() {}

    package func run() async throws {
        let folder = try options.open()
        // The folder removes what is there; a name that was mistyped is an error to whoever typed it. A damaged one has to go, too.
        do { _ = try folder.documents.document(document) } catch DocumentStoreError.damaged {}
        do {
            try await folder.remove(document, from: IdentityDocumentProviderRegistrationStore())
        } catch IdentityDocumentProviderRegistrationStore.RegistrationError.notSupported {
            print("Removed. No wallet broker is running; run `register` when it is, so that it no longer offers the document.")
            return
        }
        print("Removed.")
    }
}
