package import ArgumentParser

/// Lists the documents of an app.
package struct ListCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "list", abstract: "List the documents.")

    @OptionGroup var options: FolderOptions

    package init() {}

    package func run() throws {
        let documents = try options.open().documents.documents()
        print(documents.isEmpty ? "There are no documents here." : documents.map(DocumentLines.summary).joined(separator: "\n"))
    }
}
