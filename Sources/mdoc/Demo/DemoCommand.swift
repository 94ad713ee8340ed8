import ArgumentParser
import IssuingAuthority

/// The whole flow between four parties in one process, told step by step, every artefact written to a folder.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a whole verification between four parties, then three attacks on it.",
        discussion: """
            Nothing is kept, sent or trusted anywhere: keys and people are made up for this run.
            Example: mdoc demo --out demo-out
            """)

    @Option(
        help: ArgumentHelp(
            "Where every artefact is written, a new folder or that of an earlier run; default: one in the system's temporary folder.",
            valueName: "dir"))
    var out: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    func run() throws {
        let story: DemoStory
        do { story = try DemoStory(at: moment.moment, in: out) } catch let error as IssuingError { throw error.failure(mend: "change --at") }
        let ending = try story.tell(silently: output.json)
        if output.json { try Console.print(json: ending) }
        guard ending.isAsItShouldBe else { throw ExitCode.refused }
    }
}
