package import ArgumentParser
import IdentityDocumentServices

/// Lists the documents of an app.
package struct ListCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "list", abstract: "List the documents.")

    @OptionGroup var options: FolderOptions

    package init() {}

    package func run() async throws {
        let store = try options.open().documents
        let owner = await IdentityDocumentProviderRegistrationStore().currentEnrolment
        let lines = try store.identifiers().map { id in
            // One that is damaged hides no other.
            do { return DocumentLines.summary(try store.document(id), owner: owner, at: FolderOptions.now) } catch { return "\(id): \(error)" }
        }
        print(lines.isEmpty ? "There are no documents here." : lines.joined(separator: "\n"))
    }
}
