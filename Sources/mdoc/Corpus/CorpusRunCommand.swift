import ArgumentParser

/// `mdoc corpus run`
struct CorpusRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Try every case on a program, or on this package's own code.",
        discussion: """
            Example: mdoc corpus run --command 'python3 judge.py'

            The command is run by /bin/sh once for each case, with the path of its file as the last argument. It exits with 0 where it \
            accepts, 1 where it refuses and 2 where it does not decide that kind of case; any other ending, or none within a minute, \
            fails the case. Without a command the codes of refusals are compared too. Exits with 1 where a case fails, or none is decided.
            """)

    @Argument(help: ArgumentHelp("Folder of the cases.", valueName: "dir"))
    var folder = "Corpus"

    @Option(help: ArgumentHelp("A program that answers a case.", valueName: "command"))
    var command: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let folder = CorpusFolder(path: folder)
        let files = try folder.files()
        guard !files.isEmpty else {
            throw CommandFailure("there is no case in the folder", at: folder.path, mend: "make them: mdoc corpus make --to Corpus")
        }
        var outcome = CorpusOutcome()
        for file in files {
            let item = try folder.item(at: file)
            guard let command else {
                outcome.judge(item)
                continue
            }
            let ending = try await JudgingProgram(command: command).ending(for: file)
            if let answer = ending.answer { outcome.record(answer, to: item) } else { outcome.fail(item, ending.description) }
        }
        if output.json {
            try Console.print(json: outcome)
        } else {
            var page = outcome.page
            page.line("\(outcome.passed.count) passed, \(outcome.failed.count) failed", outcome.isGood ? .green : .red)
            try Console.print(page)
        }
        if !outcome.isGood { throw ExitCode.refused }
    }
}
