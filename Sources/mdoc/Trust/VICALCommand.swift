import ArgumentParser

/// `mdoc vical`
struct VICALCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vical", abstract: "Signed lists of issuing authorities (ISO/IEC 18013-5, annex C).",
        subcommands: [VICALReadCommand.self, VICALInitCommand.self, VICALWriteCommand.self])
}
