import ArgumentParser

/// `mdoc provider new`
struct ProviderNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a package with a working document provider.",
        discussion: """
            Example: mdoc provider new city-library --swift-mdoc swift-mdoc

            The package builds as it is; its README.md says how to install it. Existing files are never replaced.
            """)

    @OptionGroup var provider: ProviderOptions

    @Option(help: ArgumentHelp("Where swift-mdoc is: a folder, or the URL of its repository.", valueName: "place"))
    var swiftMdoc: String

    @Option(help: ArgumentHelp("Folder to make; default: the name.", valueName: "dir"))
    var out: String?

    @OptionGroup var output: OutputOptions

    func validate() throws { try ProviderOptions.check([swiftMdoc]) }

    func run() throws {
        let path = out ?? provider.name
        let template = ProviderTemplate(
            name: provider.name, swiftMdoc: try ProviderOptions.place(swiftMdoc), documentTypes: provider.docType,
            folder: ProviderOptions.absolute(path))
        try ProviderOptions.check(targets: template.app, template.target)
        var folder = try OutputFolder(path, for: template.files.map(\.name))
        for file in template.files { try folder.create(file.name, text: file.text) }
        guard !output.json else { return try Console.print(json: ["files": folder.files]) }
        var page = Page()
        page.line("✔ made the provider \(provider.name)", .green)
        page.entry("files", labelStyle: .faint, folder.files.joined(separator: " "), width: 10)
        page.entry("next", labelStyle: .faint, "cd -- \(path.shellWord) && swift build -c release", width: 10)
        try Console.print(page)
    }
}
