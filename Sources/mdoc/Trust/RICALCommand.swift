import ArgumentParser

/// `mdoc rical`
struct RICALCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rical", abstract: "Signed lists of readers' authorities (ISO/IEC 18013-5 second edition, annex F).",
        subcommands: [RICALReadCommand.self, RICALWriteCommand.self])
}
