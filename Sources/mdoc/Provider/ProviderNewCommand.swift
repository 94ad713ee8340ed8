import ArgumentParser
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `mdoc provider new`
struct ProviderNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a package with a working document provider.",
        discussion: """
            Example: mdoc provider new city-library --swift-mdoc swift-mdoc

            The package builds as it is; its README.md says how to install it. Existing files are never replaced.
            """)

    @Argument(help: ArgumentHelp("Name of the provider: small letters, digits and -.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("Where swift-mdoc is: a folder, or the URL of its repository.", valueName: "place"))
    var swiftMdoc: String

    @Option(help: ArgumentHelp("Type of the documents it shows; may be repeated.", valueName: "type"))
    var docType: [String] = [DocType.mobileDrivingLicence.rawValue]

    @Option(help: ArgumentHelp("Folder to make; default: the name.", valueName: "dir"))
    var out: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard name.first?.isLetter == true, name.count <= 64, name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }) else {
            throw ValidationError("a name begins with a letter and has small letters, digits and - only, such as city-library")
        }
        // They become text in Swift and JSON.
        for text in docType + [swiftMdoc] where text.contains(where: { "\"\\".contains($0) || $0.isNewline }) || text.isEmpty {
            throw ValidationError("\"\(text.printable)\" cannot be a document type or a place")
        }
    }

    func run() throws {
        let path = out ?? name
        let template = ProviderTemplate(name: name, swiftMdoc: try Self.place(swiftMdoc), documentTypes: docType, folder: Self.absolute(path))
        var folder = try OutputFolder(path, for: template.files.map(\.name))
        for file in template.files { try folder.create(file.name, text: file.text) }
        guard !output.json else { return try Console.print(json: ["files": folder.files]) }
        var page = Page()
        page.line("✔ made the provider \(name)", .green)
        page.entry("files", labelStyle: .faint, folder.files.joined(separator: " "), width: 10)
        page.entry("next", labelStyle: .faint, "cd \(path) && swift build -c release", width: 10)
        try Console.print(page)
    }

    /// A folder as it is found from anywhere; a URL as it is.
    private static func place(_ text: String) throws -> String {
        guard !text.contains("://") else { return text }
        let folder = absolute(text)
        guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
            throw CommandFailure("there is no package", at: folder, mend: "name the folder of swift-mdoc, or the URL of its repository (--swift-mdoc)")
        }
        return folder
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}
