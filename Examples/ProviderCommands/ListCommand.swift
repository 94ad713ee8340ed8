public import ArgumentParser

/// Lists the documents of an app.
public struct ListCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(commandName: "list", abstract: "List the documents.")

    @OptionGroup var options: FolderOptions

    public init() {}

    public func run() throws {
        let documents = try options.open().documents.documents()
        print(documents.isEmpty ? "There are no documents here." : documents.map(DocumentLines.summary).joined(separator: "\n"))
    }
}
