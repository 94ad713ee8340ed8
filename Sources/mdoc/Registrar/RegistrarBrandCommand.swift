import ArgumentParser

/// `mdoc registrar brand`
struct RegistrarBrandCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "brand", abstract: "Brands: a name and an icon, reviewed with the domains they have proven.",
        subcommands: [RegistrarBrandSubmitCommand.self, RegistrarBrandIconCommand.self, RegistrarBrandReviewCommand.self])
}
