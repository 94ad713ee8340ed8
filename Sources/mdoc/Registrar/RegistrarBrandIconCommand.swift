import ArgumentParser
import DocumentTrust
import Registrar

/// `mdoc registrar brand icon`
struct RegistrarBrandIconCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "icon", abstract: "Write the icon of a brand into a file, for whoever reviews it.")

    @Argument(help: "Identifier of the brand.")
    var brand: String

    @Option(help: ArgumentHelp("Where the icon goes.", valueName: "file"))
    var out: String

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let folder = options.folder()
        let file = OutputFile(out)
        try folder.kept.check(file)
        let ledger = try folder.read()
        let known: Brand
        do { known = try ledger.brand(brand) } catch { throw error.failure }
        guard let icon = known.icon else {
            throw CommandFailure("the icon of the brand \"\(brand)\" went when it was refused", mend: "have it submitted again")
        }
        try file.write(binary: icon.png)
        guard !file.isStandardOutput else { return }
        try RegistrarReport(["brand": brand, "submission": "\(known.submission)", "icon": out]).present(options.output)
    }
}
