package import ArgumentParser
import ElementTableFiles
import IdentityDocumentServices

/// Shows one document.
package struct ShowCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "show", abstract: "Show what a document says.")

    @Argument(help: ArgumentHelp("The document, as `list` names it.", valueName: "document"))
    var document: String

    @OptionGroup var options: FolderOptions

    package init() {}

    package func run() async throws {
        // What they say may be restricted by law, so nothing is shown without them.
        let tables = try InstalledTables.ofEnvironment()
        let folder = try options.open()
        let document = try folder.documents.document(document)
        let now = FolderOptions.now
        print(DocumentLines.summary(document, owner: await IdentityDocumentProviderRegistrationStore().currentEnrolment, at: now))
        // What it said to its last moment its owner may still read.
        let contents = try folder.documents.contents(of: document, trust: folder.issuers(), at: min(now, document.validUntil ?? now))
        print("  valid \(contents.validity.validFrom.instant) to \(contents.validity.validUntil.instant)")
        for element in contents.elements { print(DocumentLines.element(element, tables: tables)) }
    }
}
