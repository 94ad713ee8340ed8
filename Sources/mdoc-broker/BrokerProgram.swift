import ArgumentParser

/// `mdoc-broker`: a person's broker, and what they can do with what it keeps.
@main
struct BrokerProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdoc-broker", abstract: "Let apps present documents to websites, with the person's consent.",
        subcommands: [ServeCommand.self, EnrolCommand.self, HistoryCommand.self])
}
