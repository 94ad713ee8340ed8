import ArgumentParser

/// `mdoc registrar brand`
struct RegistrarBrandCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "brand", abstract: "Brands: a name and an icon, reviewed before anything else counts.",
        subcommands: [RegistrarBrandSubmitCommand.self, RegistrarBrandReviewCommand.self])
}
