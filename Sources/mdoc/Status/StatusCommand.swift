import ArgumentParser

/// `mdoc status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Publish and read the revocation of documents.", subcommands: [StatusPublishCommand.self, StatusReadCommand.self])
}
