import ArgumentParser

/// `mdoc provider`
struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "What an app does that shows documents to websites.",
        subcommands: [ProviderNewCommand.self, ProviderAddCommand.self, ProviderCheckCommand.self])
}
