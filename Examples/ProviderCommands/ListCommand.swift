package import ArgumentParser

/// Lists the documents of an app.
package struct ListCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "list", abstract: "List the documents.")

    @OptionGroup var options: FolderOptions

    package init() {}

    package func run() throws {
        let store = try options.open().documents
        let lines = try store.identifiers().map { id in
            // One that is damaged hides no other.
            do { return DocumentLines.summary(try store.document(id)) } catch { return "\(id): \(error)" }
        }
        print(lines.isEmpty ? "There are no documents here." : lines.joined(separator: "\n"))
    }
}
