import ArgumentParser

/// `mdoc transcript`
struct TranscriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcript", abstract: "Find out why two sides do not agree on a session transcript.",
        subcommands: [TranscriptFindCommand.self])
}
