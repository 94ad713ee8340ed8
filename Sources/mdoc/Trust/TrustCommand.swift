import ArgumentParser

/// `mdoc trust`
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Certificates and the authorities that are trusted.",
        subcommands: [TrustCheckCommand.self, TrustProfilesCommand.self])
}
