import ArgumentParser

/// `mdoc trust`
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Keep a store of trusted authorities: nothing is in it that nobody confirmed.",
        subcommands: [TrustAddCommand.self, TrustImportCommand.self, TrustListCommand.self, TrustRemoveCommand.self])
}
