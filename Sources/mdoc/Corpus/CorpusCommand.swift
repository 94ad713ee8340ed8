import ArgumentParser

/// `mdoc corpus`
struct CorpusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus", abstract: "Cases with one flaw each, for any verifier, wallet or decoder.",
        subcommands: [CorpusRunCommand.self, CorpusMakeCommand.self])
}
