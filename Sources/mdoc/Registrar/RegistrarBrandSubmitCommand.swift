import ArgumentParser
import DocumentTrust
import Registrar

/// `mdoc registrar brand submit`
struct RegistrarBrandSubmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Put a brand before the reviewers.",
        discussion: """
            Example: mdoc registrar brand submit rentals --name "Spaceship Rentals" \\
                       --country UT --icon icon.png --registrar registrar
            """)

    @Argument(help: "Identifier: letters, digits, dashes.")
    var brand: String

    @Option(help: ArgumentHelp("The name people read.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("Country of the organisation, two letters.", valueName: "code"))
    var country: String

    @Option(help: ArgumentHelp("A square PNG of 64 to 1024 pixels, at most 256 KiB.", valueName: "file"))
    var icon: String

    @Flag(help: "Submit it again: it was refused, or it waits and something is to be corrected.")
    var again = false

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let file = try InputFile(icon, for: "--icon")
        let picture: BrandIcon
        do { picture = try BrandIcon(png: file.content) } catch {
            throw CommandFailure("\(error) (\(error.code))", at: file.path, mend: "give a square PNG of 64 to 1024 pixels and at most 256 KiB")
        }
        let moment = options.moment
        let submission = try options.folder().change { (ledger) throws(RegistrarError) in
            let submitted = try Brand(identifier: brand, name: name, country: country, icon: picture)
            if again { try ledger.resubmit(submitted, as: .operator, at: moment) } else { try ledger.submit(submitted, at: moment) }
            return try ledger.brand(brand).submission
        }
        try RegistrarReport([
            "brand": brand, "review": Review.submitted.word, "submission": "\(submission)", "icon": "\(picture)",
        ]).present(options.output)
    }
}
