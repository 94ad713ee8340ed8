import ArgumentParser

/// `mdoc reader`
struct ReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "What a reader authority does: certificates for websites that ask, and what apps need to.",
        subcommands: [ReaderInitCommand.self, ReaderAppCommand.self])
}
