import ArgumentParser
import Registrar

/// `mdoc registrar app terms`
struct RegistrarAppTermsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "terms", abstract: "Show what an application has to accept.")

    @OptionGroup var output: OutputOptions

    func run() throws {
        guard !output.json else { return try RegistrarReport(["version": AppTerms.version, "text": AppTerms.text]).present(output) }
        var page = Page()
        for line in AppTerms.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() { page.line(String(line)) }
        try Console.print(page)
    }
}
