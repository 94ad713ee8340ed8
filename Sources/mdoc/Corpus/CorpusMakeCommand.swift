import ArgumentParser
import MobileDocumentCorpus

/// `mdoc corpus make`
struct CorpusMakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Write every case anew, with new keys.",
        discussion: """
            Example: mdoc corpus make --to Corpus

            Names, verdicts and codes are the same every time, bytes are not. Files of cases that there are no more are removed. Each case \
            is then answered by this package's own code: exits with 1 where one does not come out as it says.
            """)

    @Option(name: .customLong("to"), help: ArgumentHelp("Folder for the files.", valueName: "dir"))
    var folder: String

    func run() throws {
        let items = try CorpusMaker.cases()
        try CorpusFolder(path: folder).write(items)
        var outcome = CorpusOutcome()
        for item in items { outcome.judge(item) }
        var page = outcome.page
        page.line("\(items.count) cases written to \(folder)")
        try Console.print(page)
        if !outcome.isGood { throw ExitCode.refused }
    }
}
