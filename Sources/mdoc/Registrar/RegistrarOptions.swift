import ArgumentParser
import MobileDocument
import Registrar

/// What every command of a registrar takes.
struct RegistrarOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The registrar's folder.", valueName: "dir"))
    var registrar: String

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    var moment: Instant { time.moment }

    func folder() -> RegistrarFolder { RegistrarFolder(registrar) }
}
