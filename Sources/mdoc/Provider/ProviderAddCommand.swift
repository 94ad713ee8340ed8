import ArgumentParser

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `mdoc provider add`
struct ProviderAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a working document provider to an app's package.",
        discussion: """
            Example: mdoc provider add city-library --package . --swift-mdoc ../swift-mdoc

            Writes the provider and its provider.json, and prints what Package.swift has to say of them, which is left as it is. Existing \
            files are never replaced.
            """)

    private struct Output: Encodable {
        let files: [String]
        let dependency: String?
        let target: String
    }

    @OptionGroup var provider: ProviderOptions

    @Option(help: ArgumentHelp("Folder of the app's package.", valueName: "dir"))
    var package = "."

    @Option(help: ArgumentHelp("Program of the package that registers documents; default: the name, as in CityLibrary.", valueName: "name"))
    var app: String?

    @Option(help: ArgumentHelp("Where swift-mdoc is, if the package lacks it: a folder, or the URL of its repository.", valueName: "place"))
    var swiftMdoc: String?

    @OptionGroup var output: OutputOptions

    private var manifest: String { "\(package)/Package.swift" }

    func validate() throws {
        try ProviderOptions.check([package] + [app, swiftMdoc].compactMap { $0 })
        if let app, app.contains("/") { throw ValidationError("--app takes the name of a program, without a folder") }
    }

    func run() throws {
        let place = try swiftMdoc.map { try ProviderOptions.place($0) }
        let template = ProviderTemplate(
            name: provider.name, program: app, swiftMdoc: place, documentTypes: provider.docType, folder: ProviderOptions.absolute(package))
        try check(template)
        var folder = try OutputFolder(package, for: template.addedFiles.map(\.name), option: "--package")
        for file in template.addedFiles { try folder.create(file.name, text: file.text) }
        guard !output.json else {
            return try Console.print(json: Output(files: folder.files, dependency: template.dependency, target: template.targetDescription))
        }
        var page = Page()
        page.line("✔ added the provider \(provider.name)", .green)
        page.entry("files", labelStyle: .faint, folder.files.joined(separator: " "), width: 10)
        page.entry("next", labelStyle: .faint, "add to \(manifest) what follows, then: swift build -c release", width: 10)
        try Console.print(page)
        // As it is pasted, so without the page's line breaks.
        if let dependency = template.dependency {
            try Console.print(text: "\nto the dependencies of the package\n\n        \(dependency.printable),\n")
        }
        try Console.print(text: "\nto its targets\n\n\(template.targetDescription),\n")
    }

    /// Refuses before anything is written what would end in a package that does not build, or in a provider that no app registers for.
    private func check(_ template: ProviderTemplate) throws {
        try ProviderOptions.check(targets: template.target)
        let description = String(decoding: try InputFile(manifest, for: "--package").content, as: UTF8.self)
        for taken in ["Sources/\(template.target)", "provider.json"] where exists(taken) {
            throw CommandFailure("there is one already", at: "\(package)/\(taken)", mend: "move it away, since nothing is replaced")
        }
        guard !description.contains("\"\(template.target)\"") else {
            throw CommandFailure("the package has a target \(template.target) already", at: manifest, mend: "give the provider another name")
        }
        // A broker does not start with a provider whose app is not there.
        guard exists("Sources/\(template.app)") || description.contains("\"\(template.app)\"") else {
            throw CommandFailure(
                "no program of the package is called like that", at: "\(package)/Sources/\(template.app)",
                mend: "name the program that registers documents (--app)")
        }
        let isThere = ["\"swift-mdoc\"", "/swift-mdoc\"", "/swift-mdoc.git\""].contains { description.contains($0) }
        guard template.swiftMdoc != nil || isThere else {
            throw CommandFailure("the package does not depend on swift-mdoc yet", at: manifest, mend: "say where it is (--swift-mdoc)")
        }
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(package)/\(name)") }
}
