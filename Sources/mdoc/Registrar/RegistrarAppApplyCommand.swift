import ArgumentParser
import Registrar

/// `mdoc registrar app apply`
struct RegistrarAppApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "File an application for an app, for the holder of the account.",
        discussion: """
            Example: mdoc registrar app apply application.json --brand rentals \\
                       --without-document desk.png --proposed-with ask.png \\
                       --proposed-without desk.png --registrar registrar

            docs/registrar.md has the form. The screenshots go into it by their digests.
            """)

    @Argument(help: "The application, in JSON.")
    var application: String

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @Option(help: ArgumentHelp("Screenshot of the process for people without such a document; may be repeated.", valueName: "png"))
    var withoutDocument: [String] = []

    @Option(help: ArgumentHelp("Screenshot of the proposed process with a document; may be repeated.", valueName: "png"))
    var proposedWith: [String] = []

    @Option(help: ArgumentHelp("Screenshot of the proposed process without one; may be repeated.", valueName: "png"))
    var proposedWithout: [String] = []

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let file = try InputFile(application, for: "the application")
        var draft = try file.json(AppApplicationDraft.self, expecting: "an application as docs/registrar.md has it")
        let pictures = [
            try Screenshot.read(withoutDocument, for: "--without-document"), try Screenshot.read(proposedWith, for: "--proposed-with"),
            try Screenshot.read(proposedWithout, for: "--proposed-without"),
        ]
        if pictures.contains(where: { !$0.isEmpty }) {
            var screenshots = AppApplicationDraft.Screenshots()
            let digests = pictures.map { $0.map(\.digest) }
            (screenshots.withoutDocument, screenshots.proposedWith, screenshots.proposedWithout) = (digests[0], digests[1], digests[2])
            draft.screenshots = screenshots
        }
        let moment = options.moment
        let folder = options.folder()
        let filed: FiledApplication
        do {
            let tables = try folder.tables()
            for picture in pictures.joined() { try folder.storage.keep(picture) }
            filed = try folder.change { (ledger) throws(RegistrarError) in
                for picture in pictures.joined() { try ledger.add(picture, of: brand) }
                let number = try ledger.file(AppApplication(draft), for: brand, as: .holder, tables: tables, at: moment)
                return try ledger.application(number)
            }
        } catch let error as RegistrarError { throw error.failure }
        try RegistrarReport([
            "application": "\(filed.number)", "app": filed.application.client, "waiting": filed.waiting.map(\.rawValue).joined(separator: " "),
        ]).present(options.output)
    }
}
