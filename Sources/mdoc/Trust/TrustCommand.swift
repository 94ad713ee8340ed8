import ArgumentParser

/// `mdoc trust`
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Look certificates over, and keep a store of trusted authorities that somebody confirmed.",
        subcommands: [
            TrustAddCommand.self, TrustImportCommand.self, TrustRefreshCommand.self, TrustListCommand.self, TrustRemoveCommand.self,
            TrustLiftCommand.self, TrustIssuersCommand.self,
            TrustCheckCommand.self, TrustProfilesCommand.self,
        ])
}
