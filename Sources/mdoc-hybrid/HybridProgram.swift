import ArgumentParser

/// `mdoc-hybrid`: what reaches other devices, in a process of its own.
@main
struct HybridProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdoc-hybrid", abstract: "Have requests answered on other devices, and answer theirs.",
        subcommands: [AttendCommand.self, AnswerCommand.self, LinksCommand.self], defaultSubcommand: AttendCommand.self)
}
